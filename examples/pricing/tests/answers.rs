//! Answers as snapshots, and the library as its users see it.

use horn::Error;
use pricing::Pricing;

#[test]
fn answers_are_snapshots() -> Result<(), Error> {
    let mut shop = Pricing::new()?;
    insta::assert_snapshot!(shop.machine().answers("price(Item, 10, Cents)"), @r"
       Item = tea, Cents = 2375
    ;  Item = coffee, Cents = 2945.
    ");
    Ok(())
}

#[test]
fn a_line_is_a_structure() -> Result<(), Error> {
    let mut shop = Pricing::new()?;
    let line = shop.line("tea", 3)?.expect("tea is on the list");
    assert_eq!((&*line.item, line.quantity, line.cents), ("tea", 3, 750));
    assert_eq!(shop.line("salt", 3)?, None);
    Ok(())
}
