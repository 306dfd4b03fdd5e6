//! The blocks of a figure: what is left joined when all bridges are taken away.

/// A figure of edges; vertex 0 is the ground.
pub struct Figure {
    edges: Vec<[usize; 2]>,
    /// Where the edges of each vertex begin in the list after it.
    begins: Vec<usize>,
    around: Vec<usize>,
}

impl Figure {
    /// A figure with vertices up to a number; loops, and several edges between two vertices, are allowed.
    pub fn new(vertices: usize, edges: Vec<[usize; 2]>) -> Self {
        let mut begins = vec![0; vertices + 2];
        for &end in edges.iter().flatten() {
            begins[end + 1] += 1;
        }
        for vertex in 0..=vertices {
            begins[vertex + 1] += begins[vertex];
        }
        let mut next = begins.clone();
        let mut around = vec![0; 2 * edges.len()];
        for (edge, ends) in edges.iter().enumerate() {
            for &end in ends {
                around[next[end]] = edge;
                next[end] += 1;
            }
        }
        Self {
            edges,
            begins,
            around,
        }
    }

    fn vertices(&self) -> usize {
        self.begins.len() - 1
    }

    /// The edges of a vertex; a loop is there twice.
    fn around(&self, vertex: usize) -> &[usize] {
        &self.around[self.begins[vertex]..self.begins[vertex + 1]]
    }

    fn other_end(&self, edge: usize, vertex: usize) -> usize {
        let [one, other] = self.edges[edge];
        if one == vertex { other } else { one }
    }
}

/// What is not joined to the ground.
const FALLEN: usize = usize::MAX;

/// The blocks that stand, from the ground up: a block comes after the one it stands on.
pub struct Blocks {
    /// The Grundy value of each with all that stands on it.
    pub values: Vec<u64>,
    /// The bridge that each stands on; the ground's has none.
    pub bridges: Vec<Option<usize>>,
    /// The number of edges that stand.
    pub standing: usize,
    /// The block that each stands on; the ground's is its own.
    below: Vec<usize>,
    /// The block of each vertex.
    of: Vec<usize>,
    /// When the search came to each vertex.
    times: Vec<usize>,
}

impl Blocks {
    /// Finds the blocks of a figure from which an edge may be cut.
    pub fn new(figure: &Figure, cut: Option<usize>) -> Self {
        let mut times = vec![FALLEN; figure.vertices()];
        // By which edge the search came to each vertex.
        let mut by = vec![None; figure.vertices()];
        let mut next: Vec<usize> = vec![0; figure.vertices()];
        let mut reached = vec![0];
        let mut path = vec![0];
        times[0] = 0;
        while let Some(&vertex) = path.last() {
            let Some(&edge) = figure.around(vertex).get(next[vertex]) else {
                path.pop();
                continue;
            };
            next[vertex] += 1;
            let other = figure.other_end(edge, vertex);
            if Some(edge) != cut && times[other] == FALLEN {
                times[other] = reached.len();
                by[other] = Some(edge);
                reached.push(other);
                path.push(other);
            }
        }
        // The earliest vertex that is joined to each without the edge by which the search came to it.
        let mut earliest = times.clone();
        for &vertex in reached.iter().rev() {
            for &edge in figure.around(vertex) {
                if Some(edge) == cut || Some(edge) == by[vertex] {
                    continue;
                }
                let other = figure.other_end(edge, vertex);
                let joined = if by[other] == Some(edge) {
                    earliest[other]
                } else {
                    times[other]
                };
                earliest[vertex] = earliest[vertex].min(joined);
            }
        }
        let mut blocks = Self {
            values: Vec::new(),
            bridges: Vec::new(),
            standing: 0,
            below: Vec::new(),
            of: vec![FALLEN; figure.vertices()],
            times,
        };
        for vertex in reached {
            let below = by[vertex].map_or(0, |edge| blocks.of[figure.other_end(edge, vertex)]);
            if earliest[vertex] == blocks.times[vertex] {
                blocks.of[vertex] = blocks.values.len();
                blocks.values.push(0);
                blocks.bridges.push(by[vertex]);
                blocks.below.push(below);
            } else {
                blocks.of[vertex] = below;
            }
        }
        blocks.evaluate(figure, cut);
        blocks
    }

    fn evaluate(&mut self, figure: &Figure, cut: Option<usize>) {
        for (edge, &[one, other]) in figure.edges.iter().enumerate() {
            if Some(edge) != cut && self.of[one] != FALLEN {
                self.standing += 1;
                if self.of[one] == self.of[other] {
                    self.values[self.of[one]] ^= 1;
                }
            }
        }
        for block in (1..self.values.len()).rev() {
            let worth = self.values[block] + 1;
            self.values[self.below[block]] ^= worth;
        }
    }

    /// The Grundy value of all that stands.
    pub fn value(&self) -> u64 {
        self.values[0]
    }

    /// The blocks that stand on each.
    pub fn branches(&self) -> Vec<Vec<usize>> {
        let mut branches = vec![Vec::new(); self.values.len()];
        for (block, &below) in self.below.iter().enumerate().skip(1) {
            branches[below].push(block);
        }
        branches
    }

    /// The edges with both ends in a block, as the search came to their later ends.
    pub fn own_edges(&self, figure: &Figure, block: usize) -> Vec<usize> {
        let edges = figure.edges.iter().enumerate();
        let own = edges.filter(|(_, ends)| ends.iter().all(|&end| self.of[end] == block));
        let mut own: Vec<usize> = own.map(|(edge, _)| edge).collect();
        own.sort_by_key(|&edge| {
            figure.edges[edge]
                .map(|end| self.times[end])
                .into_iter()
                .max()
        });
        own
    }
}
