/// The gains of the loudspeakers of 4.0 to 7.1 for waves of a sound field.
///
/// Panning a field's directions between the loudspeakers of 4.0 to 5.1 puts the energy of waves from behind 14 to 30
/// degrees off. The decoders here were found by numerical optimisation, once, for each layout and order: as functions
/// of the azimuth of a wave in the plane they keep the directions of the energy and the velocity vector within 4.7
/// degrees (2.6 in 7.1) and the power within 1.3 dB (0.6), at the nominal places of the loudspeakers. Loudspeakers far
/// from the wave help with small gains, some of them negative.
///
/// - Source: M. A. Gerzon, G. J. Barton, "Ambisonic Decoders for HDTV" (1992) for the two vectors as the aim; A. J.
///   Heller, E. Benjamin, R. Lee, "A Toolkit for the Design of Ambisonic Decoders" (2012) for optimising them. The
///   minimised sum, over 73 azimuths from 0 to 180 degrees: squares of the sines of both errors, 400 times those of the
///   excess over 4.5 degrees (2.5 in 7.1), 0.09 times the square of the logarithm of the power and a penalty beyond 1
///   dB (0.5), a quarter of the square of 1 minus the length of the energy vector.
struct FieldDecoder: Sendable {
    /// For each channel of the layout `rowLength` numbers; see `SpacePoint.decode`.
    let rows: [Float]
    static let rowLength = 8

    /// Makes the decoder of a field's order for a layout; nil if there is none for it.
    ///
    /// - Parameter weights: The factors by which the field's directions multiply harmonics of each degree; they are
    ///   divided out here.
    init?(order: Int, targets: [ChannelPlace], weights: [Double]) {
        let angles = ChannelPlace.angles(of: targets)
        let heard = angles.compactMap { $0 }
        guard heard.allSatisfy({ $0.elevation == 0 }),
            let table = Self.tables[heard.map { Int($0.azimuth) }.sorted()], (1...table.count).contains(order)
        else { return nil }
        let shapes = table[order - 1]
        // Waves from above and below come from everywhere at the power of the others, as far as the order has a
        // harmonic for it.
        let power = heard.reduce(0.0) { $0 + Self.square(shapes[abs(Int($1.azimuth))]?.even[0] ?? 0) }
        let rise = order > 1 ? ((1 / power).squareRoot() - 1) / 3 : 0
        var rows: [Float] = []
        for angle in angles {
            var row = [Double](repeating: 0, count: Self.rowLength)
            if let angle, let shape = shapes[abs(Int(angle.azimuth))] {
                let (even, odd) = (shape.even, shape.odd)
                row[0] = even[0] * (1 + rise) / weights[0]
                if order > 1 { row[1] = even[0] * rise / weights[2] }
                for degree in 1...order {
                    row[2 * degree] = even[degree] / weights[degree]
                    if degree <= odd.count {
                        row[2 * degree + 1] = (angle.azimuth < 0 ? -1 : 1) * odd[degree - 1] / weights[degree]
                    }
                }
            }
            rows += row.map { Float($0) }
        }
        self.rows = rows
    }

    private static func square(_ value: Double) -> Double { value * value }

    /// The factors of cosines and sines of the multiples of a wave's azimuth, for a loudspeaker on the right or in the
    /// middle.
    private typealias Shape = (even: [Double], odd: [Double])

    /// By the azimuths of a layout's loudspeakers, for first, second and third order; loudspeakers by the size of their
    /// azimuth.
    private static let tables: [[Int]: [[Int: Shape]]] = [
        [-110, -30, 30, 110]: [
            [30: ([0.2230, 0.3238], [0.2897]), 110: ([0.5507, -0.2613], [0.1872])],
            [
                30: ([0.2980, 0.3408, 0.0956], [0.2803, 0.1274]),
                110: ([0.4391, -0.3429, -0.0471], [0.3044, 0.0750]),
            ],
            [
                30: ([0.2937, 0.3285, 0.0897, -0.0113], [0.2858, 0.1422, 0.0209]),
                110: ([0.4444, -0.3348, -0.0528, 0.0150], [0.3092, 0.0528, -0.0298]),
            ],
        ],
        [-110, -30, 0, 30, 110]: [
            [
                0: ([-0.0735, -0.1258], []), 30: ([0.2491, 0.3183], [0.2392]),
                110: ([0.5285, -0.2777], [0.1874]),
            ],
            [
                0: ([0.0990, 0.1071, 0.1003], []), 30: ([0.2795, 0.3155, 0.0827], [0.2908, 0.1515]),
                110: ([0.4335, -0.3481, -0.0466], [0.3225, 0.0855]),
            ],
            [
                0: ([0.1407, 0.2443, 0.2609, 0.1146], []),
                30: ([0.2513, 0.2449, -0.0090, -0.0529], [0.2635, 0.1716, 0.0589]),
                110: ([0.4491, -0.3173, -0.0323, 0.0227], [0.3289, 0.0627, -0.0315]),
            ],
        ],
        [-135, -90, -30, 0, 30, 90, 135]: [
            [
                0: ([0.0030, 0.0617], []),
                30: ([0.2822, 0.3597], [0.2482]),
                90: ([0.2391, 0.0533], [0.3139]),
                135: ([0.3385, -0.3663], [0.2626]),
            ],
            [
                0: ([0.0660, 0.0982, 0.0312], []),
                30: ([0.2470, 0.3416, 0.0943], [0.2170, 0.1812]),
                90: ([0.2037, 0.0534, -0.2387], [0.3677, 0.0482]),
                135: ([0.2866, -0.3884, 0.0713], [0.2044, -0.1348]),
            ],
            [
                0: ([0.1293, 0.2355, 0.2100, 0.1289], []),
                30: ([0.2041, 0.2607, 0.0323, -0.0314], [0.2155, 0.2189, 0.0967]),
                90: ([0.2115, 0.0497, -0.2331, -0.0028], [0.3819, 0.0464, -0.0476]),
                135: ([0.2728, -0.3867, 0.1150, 0.0528], [0.1849, -0.1543, -0.0111]),
            ],
        ],
        [-30, 0, 30, 180]: [
            [
                0: ([0.1720, 0.4481], []), 30: ([0.3132, -0.0838], [0.4273]), 180: ([0.7066, -0.1679], []),
            ],
            [
                0: ([-0.0668, -0.0204, -0.1797], []), 30: ([0.3953, 0.1344, 0.0293], [0.4532, -0.0396]),
                180: ([0.6424, -0.2201, -0.1186], []),
            ],
            [
                0: ([-0.0557, -0.0085, -0.2051, -0.0591], []),
                30: ([0.3965, 0.1444, 0.0638, 0.0117], [0.4577, 0.0061, 0.0406]),
                180: ([0.6215, -0.2596, -0.1063, -0.0639], []),
            ],
        ],
    ]
}
