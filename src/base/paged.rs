//! Vectors that machines share until one of them changes a page.
//!
//! A copy costs one reference count a page. The first change of an element in a shared page copies the page, so
//! elements that are never changed exist once.

use std::sync::Arc;

/// The elements of a page: a power of two.
const PAGE: usize = 64;

/// A vector in pages, which copies share.
#[derive(Clone)]
pub(crate) struct PagedVec<T> {
    pages: Vec<Arc<[T; PAGE]>>,
    len: usize,
}

impl<T> Default for PagedVec<T> {
    fn default() -> PagedVec<T> {
        PagedVec {
            pages: Vec::new(),
            len: 0,
        }
    }
}

impl<T> PagedVec<T> {
    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Element `i`, which exists.
    #[inline(always)]
    pub(crate) fn at(&self, i: usize) -> &T {
        &self.pages[i / PAGE][i % PAGE]
    }

    /// Element `i`, if there are so many.
    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> Option<&T> {
        (i < self.len).then(|| self.at(i))
    }

    /// The elements in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len).map(|i| self.at(i))
    }
}

impl<T: Clone + Default> PagedVec<T> {
    /// Element `i`, which exists, to be changed.
    #[inline]
    pub(crate) fn at_mut(&mut self, i: usize) -> &mut T {
        &mut Arc::make_mut(&mut self.pages[i / PAGE])[i % PAGE]
    }

    /// Adds an element at the end.
    pub(crate) fn push(&mut self, value: T) {
        let i = self.len;
        if i.is_multiple_of(PAGE) {
            self.pages.push(new_page());
        }
        self.len += 1;
        *self.at_mut(i) = value;
    }
}

/// A page of default values. They are made where they stay: a page of predicates is large.
fn new_page<T: Default>() -> Arc<[T; PAGE]> {
    let values: Arc<[T]> = (0..PAGE).map(|_| T::default()).collect();
    match values.try_into() {
        Ok(page) => page,
        Err(_) => unreachable!("the slice has the length of a page"),
    }
}

#[cfg(test)]
mod tests {
    use super::PagedVec;

    #[test]
    fn a_change_of_a_copy_leaves_the_original() {
        let mut original = PagedVec::default();
        for i in 0..1000 {
            original.push(i.to_string());
        }
        let mut copy = original.clone();
        *copy.at_mut(500) = "changed".into();
        copy.push("new".into());
        original.push("other".into());
        assert_eq!(original.at(500), "500");
        assert_eq!(original.at(1000), "other");
        assert_eq!((original.len(), copy.len()), (1001, 1001));
        assert_eq!(copy.at(500), "changed");
        assert_eq!(copy.at(501), "501");
        assert_eq!(copy.get(1000).map(String::as_str), Some("new"));
        assert_eq!(copy.get(1001), None);
        assert_eq!(copy.iter().filter(|s| s.starts_with("99")).count(), 11);
    }
}
