//! The first stage: a logistic regression over hashed words, one pass after the other, in a fixed order.

use ctx_digest::score::{BITS, WordWeights};

/// One line of a lesson: its hashed words, whether it matters, and how much it counts.
pub struct Sample<'a> {
    pub keys: &'a [u16],
    pub matters: bool,
    pub weight: f64,
}

/// The exponential function by arithmetic alone, so that every machine learns the same.
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-30.0, 30.0);
    let small = x / 1024.0;
    let mut power = 1.0 + small * (1.0 + small * (0.5 + small * (1.0 / 6.0 + small / 24.0)));
    for _ in 0..10 {
        power *= power;
    }
    power
}

pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// Numbers that look random, the same every time.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

pub fn learn(samples: &[Sample]) -> WordWeights {
    const PASSES: usize = 6;
    const RATE: f64 = 0.08;
    const DECAY: f64 = 2e-4;
    let mut weights = vec![0.0; 1 << BITS];
    let mut squares = vec![1e-3; 1 << BITS];
    let (mut bias, mut bias_square) = (-2.0, 1e-3);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut dice = Dice::new(7);
    for _ in 0..PASSES {
        dice.shuffle(&mut order);
        for &at in &order {
            let sample = &samples[at];
            let sum: f64 = bias + sample.keys.iter().map(|&key| weights[usize::from(key)]).sum::<f64>();
            let slope = (sigmoid(sum) - f64::from(u8::from(sample.matters))) * sample.weight;
            for &key in sample.keys {
                let key = usize::from(key);
                let slope = slope + DECAY * weights[key];
                squares[key] += slope * slope;
                weights[key] -= RATE * slope / f64::sqrt(squares[key]);
            }
            bias_square += slope * slope;
            bias -= RATE * slope / f64::sqrt(bias_square);
        }
    }
    let largest = weights.iter().fold(1e-6, |most: f64, weight| most.max(weight.abs()));
    let unit = largest / 127.0;
    WordWeights {
        weights: weights.iter().map(|weight| (weight / unit).round() as i8).collect(),
        scale: (unit * 4096.0).round() as i32,
        bias: (bias * 16.0).round() as i32,
    }
}
