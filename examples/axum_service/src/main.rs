//! Serves at port 3000: `curl -d 'ancestor(ann, X)' localhost:3000/answers`.

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    println!("listening at http://{}", listener.local_addr()?);
    axum::serve(listener, axum_service::service()?).await?;
    Ok(())
}
