/// Degrees to the right by which directions are turned about the vertical, by their azimuth, in steps of five degrees.
package struct FieldBend: Sendable {
    /// From -180 degrees on.
    package var degrees = [Float](repeating: 0, count: 72)

    /// Makes a bend of zero degrees in every direction.
    init() {}

    /// The azimuth of a place in the table, in degrees.
    static func azimuth(_ place: Int) -> Double { Double(place) * 5 - 180 }
}
