//! A table laid out on paper: rows and columns with labels. A long row is broken into several, and a
//! variable that is a cell of a grid is laid out as the grid.

use crate::axis::Axis;
use crate::table::Table;

/// A table laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What the columns are; empty where the labels say it all.
    pub across: String,
    /// What the rows are.
    pub down: String,
    /// The columns' labels.
    pub columns: Vec<String>,
    /// The rows' labels.
    pub rows: Vec<String>,
    /// For each place, row by row, the number of the entry that stands there.
    pub places: Vec<Option<usize>>,
}

impl Sheet {
    /// Lays a table out.
    pub fn new(table: &Table) -> Self {
        match table.axes.as_slice() {
            [axis] => match (axis.grid, consecutive(axis)) {
                (Some((_, columns, rows)), _) => board(axis, columns, rows),
                (None, Some(first)) => broken(axis, first),
                (None, None) => column(axis),
            },
            [across, down, ..] => Self {
                across: across.name.clone(),
                down: down.name.clone(),
                columns: across.labels.clone(),
                rows: down.labels.clone(),
                places: (0..table.entries.len()).map(Some).collect(),
            },
            [] => Self {
                across: String::new(),
                down: String::new(),
                columns: Vec::new(),
                rows: Vec::new(),
                places: Vec::new(),
            },
        }
    }
}

/// The first value of an axis of numbers without gaps.
fn consecutive(axis: &Axis) -> Option<i64> {
    let first = *axis.values.first()?;
    let runs = axis.values.iter().enumerate();
    (axis.numeric
        && first >= 0
        && runs
            .into_iter()
            .all(|(place, &value)| value == first + place as i64))
    .then_some(first)
}

/// A row of numbers, broken so that each row begins at a round number.
fn broken(axis: &Axis, first: i64) -> Sheet {
    let length = axis.values.len() as i64;
    let last = first + length - 1;
    let width = match length {
        0..=200 => 10,
        201..=1000 => 20,
        _ => 50,
    };
    if last < width {
        return Sheet {
            across: axis.name.clone(),
            down: String::new(),
            columns: axis.labels.clone(),
            rows: vec![String::new()],
            places: (0..axis.values.len()).map(Some).collect(),
        };
    }
    let rows: Vec<i64> = (first / width..=last / width)
        .map(|row| row * width)
        .collect();
    let mut places = Vec::new();
    for &row in &rows {
        for column in 0..width {
            let place = row + column - first;
            places.push((0..length).contains(&place).then_some(place as usize));
        }
    }
    Sheet {
        across: String::new(),
        down: axis.name.clone(),
        columns: (0..width).map(|column| format!("+{column}")).collect(),
        rows: rows.iter().map(i64::to_string).collect(),
        places,
    }
}

/// Values that are no numbers, one below the other.
fn column(axis: &Axis) -> Sheet {
    Sheet {
        across: String::new(),
        down: axis.name.clone(),
        columns: vec![String::new()],
        rows: axis.labels.clone(),
        places: (0..axis.values.len()).map(Some).collect(),
    }
}

/// The cells of a grid where they are, and `nowhere` in a row of its own.
fn board(axis: &Axis, columns: u32, rows: u32) -> Sheet {
    let place_of = |cell: i64| axis.values.iter().position(|&value| value == cell);
    let mut places: Vec<Option<usize>> = (0..i64::from(columns) * i64::from(rows))
        .map(place_of)
        .collect();
    let mut labels: Vec<String> = (1..=rows).map(|row| row.to_string()).collect();
    if let Some(nowhere) = place_of(unmove_rules::program::NOWHERE) {
        labels.push("nowhere".to_owned());
        places.push(Some(nowhere));
        places.extend((1..columns).map(|_| None));
    }
    Sheet {
        across: String::new(),
        down: axis.name.clone(),
        columns: (0..columns).map(letters).collect(),
        rows: labels,
        places,
    }
}

/// The letters of a column, from 0: `a`, …, `z`, `aa`, `ab`, …
fn letters(column: u32) -> String {
    let mut rest = column + 1;
    let mut out = Vec::new();
    while rest > 0 {
        rest -= 1;
        out.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    out.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(values: std::ops::RangeInclusive<i64>) -> Axis {
        let values: Vec<i64> = values.collect();
        Axis {
            name: "x".to_owned(),
            register: 1,
            labels: values.iter().map(i64::to_string).collect(),
            values,
            grid: None,
            numeric: true,
        }
    }

    #[test]
    fn a_long_row_breaks_at_round_numbers() {
        let sheet = broken(&axis(7..=23), 7);
        assert_eq!(sheet.rows, ["0", "10", "20"]);
        assert_eq!(sheet.places[7], Some(0));
        assert_eq!(sheet.places[..7], [None; 7]);
        assert_eq!(sheet.places[23], Some(16));
        assert_eq!(sheet.places[24..], [None; 6]);
    }

    #[test]
    fn a_short_row_is_not_broken() {
        let sheet = broken(&axis(0..=9), 0);
        assert_eq!(sheet.rows.len(), 1);
        assert_eq!(sheet.columns.len(), 10);
    }

    #[test]
    fn columns_past_z_have_two_letters() {
        assert_eq!(letters(0), "a");
        assert_eq!(letters(25), "z");
        assert_eq!(letters(26), "aa");
        assert_eq!(letters(27), "ab");
    }

    #[test]
    fn cells_of_a_grid_stand_where_they_are() {
        let mut cells = axis(0..=3);
        cells.values = vec![1, 2, -1];
        let sheet = board(&cells, 2, 2);
        assert_eq!(sheet.places, [None, Some(0), Some(1), None, Some(2), None]);
        assert_eq!(sheet.rows, ["1", "2", "nowhere"]);
    }
}
