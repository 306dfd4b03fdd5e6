//! Colours that people with any kind of colour blindness tell apart.
//!
//! Outcomes take their colours from the palette of Okabe and Ito; numbers from light to dark along
//! Cividis (Nuñez, Anderton and Renslow, 2018), so that a greater number is darker in grey too.

use unmove_core::Outcome;

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// White.
    pub const WHITE: Self = Self(255, 255, 255);
    /// What text and axes are drawn in.
    pub const INK: Self = Self(34, 34, 34);
    /// Lines that should not be looked at first.
    pub const FAINT: Self = Self(150, 150, 150);
    /// Where there is no position.
    pub const NOTHING: Self = Self(245, 245, 245);

    /// Black or white, whichever is easier to read on this colour.
    pub fn ink(self) -> Self {
        let light = 299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2);
        if light > 128_000 {
            Self::INK
        } else {
            Self::WHITE
        }
    }

    /// As SVG and DOT write it: `#0072b2`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colour of an outcome: won blue, lost orange, drawn grey.
pub fn outcome(outcome: Outcome) -> Colour {
    match outcome {
        Outcome::Win => Colour(0, 114, 178),
        Outcome::Loss => Colour(230, 159, 0),
        Outcome::Draw => Colour(187, 187, 187),
    }
}

/// The colour of a number, from 0 (light) to 1 (dark).
pub fn shade(part: f64) -> Colour {
    // Cividis, from its light end, in eight steps.
    const STOPS: [(f64, f64, f64); 9] = [
        (254.0, 232.0, 56.0),
        (226.0, 203.0, 92.0),
        (195.0, 179.0, 109.0),
        (166.0, 157.0, 117.0),
        (138.0, 134.0, 120.0),
        (112.0, 113.0, 115.0),
        (84.0, 92.0, 108.0),
        (45.0, 71.0, 107.0),
        (0.0, 34.0, 78.0),
    ];
    let along = part.clamp(0.0, 1.0) * 8.0;
    let place = (along.floor() as usize).min(7);
    let rest = along - place as f64;
    let (from, to) = (STOPS[place], STOPS[place + 1]);
    let mix = |a: f64, b: f64| (a + (b - a) * rest).round() as u8;
    Colour(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_numbers_are_darker() {
        let light = |c: Colour| 299 * u32::from(c.0) + 587 * u32::from(c.1) + 114 * u32::from(c.2);
        for step in 0..100 {
            let (a, b) = (
                shade(f64::from(step) / 100.0),
                shade(f64::from(step + 1) / 100.0),
            );
            assert!(light(a) > light(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn letters_stand_out_on_every_outcome() {
        assert_eq!(outcome(Outcome::Win).ink(), Colour::WHITE);
        assert_eq!(outcome(Outcome::Loss).ink(), Colour::INK);
        assert_eq!(outcome(Outcome::Draw).ink(), Colour::INK);
    }
}
