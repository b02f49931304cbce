/// A connection from an output bus to an input bus.
///
/// An object, because it owns state that must survive a new plan: the gains of a mixer's input and the history of its
/// rate converter. Both end with the connection.
/// - Thread: control; the states inside belong to the render thread while a plan names them.
package final class Connection {
    /// The output bus it comes from.
    package let source: BusID
    /// The input bus it leads to.
    package let destination: BusID
    /// The format of the connection: the source's output format and the destination's input format.
    package let format: BusFormat
    /// Volume and pan at the input of a mixer; other nodes ignore it.
    package let mix: MixInput
    /// The channel of a mixer that each channel of the connection goes to, -1 for none; nil for the places that the
    /// format names.
    package let assignment: [Int]?

    /// Indicates whether it is played at a speed of its own, that of its place in an environment.
    package let isVaried: Bool

    /// The converter in use, kept while rates and channels stay.
    var converter: RateConverter?

    init(source: BusID, destination: BusID, format: BusFormat, isPlaced: Bool) {
        self.source = source
        self.destination = destination
        self.format = format
        mix = isPlaced ? MixInput(placing: format) : MixInput()
        (assignment, isVaried) = (nil, false)
    }

    /// Makes the same connection with its channels in other places; gains and history are kept.
    init(_ other: Connection, assignment: [Int]?) {
        (source, destination, format) = (other.source, other.destination, other.format)
        (mix, converter, isVaried) = (other.mix, other.converter, other.isVaried)
        self.assignment = assignment
    }

    /// Makes the same connection, played at the speed of its place in an environment; gains are kept.
    init(varying other: Connection) {
        (source, destination, format) = (other.source, other.destination, other.format)
        (mix, assignment, isVaried) = (other.mix, other.assignment, true)
    }

    /// The speed that it is played at, if it has one of its own.
    var speed: UnsafePointer<InputSpeed>? { isVaried ? mix.space.map { UnsafePointer($0.speed.pointer) } : nil }

    /// The gains by which its channels are heard in those of a mixer, row by row; nil where channels meet by number.
    func fold(into output: BusFormat) -> [Float]? {
        guard let assignment else { return format.fold(into: output) }
        var gains = [Float](repeating: 0, count: format.channelCount * output.channelCount)
        for (channel, target) in assignment.prefix(format.channelCount).enumerated()
        where target >= 0 && target < output.channelCount {
            gains[target * format.channelCount + channel] = 1
        }
        return gains
    }

    /// The channels of a mixer that its pan moves: of those that are assigned, the first two.
    func sides(in output: BusFormat) -> PanSides {
        guard let assignment else { return output.sides }
        // A single channel in a place of its own has no side.
        guard format.channelCount > 1, assignment.count > 1 else { return PanSides(left: -1, right: -1) }
        let own = format.sides
        guard max(own.left, own.right) < assignment.count else { return PanSides(left: -1, right: -1) }
        return PanSides(left: assignment[own.left], right: assignment[own.right])
    }

    /// Moves the gains to their targets, and gives the next plan a converter without a past.
    ///
    /// Nothing may be rendering.
    package func forget() {
        mix.settle()
        converter = nil
    }
}
