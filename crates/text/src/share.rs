//! One budget for several texts: room that short texts do not need goes to the long ones.

/// How much each text gets of `budget`.
pub fn divide_budget(lengths: &[usize], budget: usize) -> Vec<usize> {
    let mut shortest: Vec<usize> = (0..lengths.len()).collect();
    shortest.sort_by_key(|&at| lengths[at]);
    let mut shares = vec![0; lengths.len()];
    let mut left = budget;
    for (done, &at) in shortest.iter().enumerate() {
        let fair = left / (lengths.len() - done);
        shares[at] = lengths[at].min(fair);
        left -= shares[at];
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_room_goes_to_the_others() {
        assert_eq!(divide_budget(&[10, 20], 100), [10, 20]);
        assert_eq!(divide_budget(&[10, 500], 100), [10, 90]);
        assert_eq!(divide_budget(&[500, 10, 500], 100), [45, 10, 45]);
        assert_eq!(divide_budget(&[500, 500, 500], 100), [33, 33, 34]);
        assert_eq!(divide_budget(&[], 100), [0usize; 0]);
        assert_eq!(divide_budget(&[5, 5], 0), [0, 0]);
    }
}
