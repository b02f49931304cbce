/// A connection from an output bus to an input bus.
///
/// An object, because it owns what must survive a new plan: the gains of a mixer's input and the history of its rate
/// converter. Both end with the connection.
/// - Thread: control; the states inside belong to the render thread while a plan names them.
package final class Connection: @unchecked Sendable {
    /// The output bus it comes from.
    package let source: BusID
    /// The input bus it leads to.
    package let destination: BusID
    /// The format of the connection: the source's output format and the destination's input format.
    package let format: BusFormat
    /// Volume and pan at the input of a mixer; at other nodes nobody listens to it.
    package let mix: MixInput

    /// The converter in use, kept while rates and channels stay.
    var converter: RateConverter?

    init(source: BusID, destination: BusID, format: BusFormat, isPlaced: Bool) {
        self.source = source
        self.destination = destination
        self.format = format
        mix = isPlaced ? MixInput(placing: format) : MixInput()
    }

    /// Lets gains be where they lead, and gives the next plan a converter that knows nothing of the past.
    ///
    /// Nothing may be rendering.
    package func forget() {
        mix.settle()
        converter = nil
    }
}
