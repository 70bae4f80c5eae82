use divan::Bencher;
fn main() {
    divan::main();
}
#[divan::bench]
fn nothing(b: Bencher) {
    b.bench_local(|| 1);
}
