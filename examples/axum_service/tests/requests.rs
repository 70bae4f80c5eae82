//! Requests to the service, without a network.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use tower::ServiceExt;

async fn answer(query: &str) -> (StatusCode, String) {
    let request = Request::post("/answers")
        .body(Body::from(query.to_owned()))
        .unwrap();
    let response = axum_service::service()
        .unwrap()
        .oneshot(request)
        .await
        .unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn the_first_answer_is_the_body() {
    assert_eq!(
        answer("ancestor(ann, X).").await,
        (StatusCode::OK, "X = bob".into())
    );
    assert_eq!(
        answer("parent(dan, X)").await,
        (StatusCode::OK, "false".into())
    );
}

#[tokio::test]
async fn what_is_no_query_is_a_bad_request() {
    assert_eq!(answer("parent(ann,").await.0, StatusCode::BAD_REQUEST);
    assert_eq!(
        answer("open('/etc/passwd', read, S)").await.0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn a_query_without_end_times_out() {
    assert_eq!(answer("repeat, fail").await.0, StatusCode::REQUEST_TIMEOUT);
}

#[test]
fn the_page_prints_this_handler() {
    let page = include_str!("../../../docs/embedding/async.md");
    let source = include_str!("../src/lib.rs");
    let start = page
        .find("async fn answers(")
        .expect("the handler in the page");
    let end = start + page[start..].find("\n```").expect("the end of the block");
    assert!(source.contains(&page[start..end]));
}
