// The lessons, in the order in which they are read.
export const LESSONS = ['pso', 'ga', 'lines', 'alphabeta', 'montecarlo', 'valuenet', 'alphazero'];
