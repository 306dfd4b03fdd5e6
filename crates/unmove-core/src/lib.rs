#![doc = "core"]
pub mod game;
