import SordinoPolicy
import SordinoSession

/// The ports that a session uses at one moment.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    private let ports: (inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription])

    /// The input ports; empty for a category without input.
    open var inputs: [AVAudioSessionPortDescription] { ports.inputs }
    /// The output ports; empty for a category without output.
    open var outputs: [AVAudioSessionPortDescription] { ports.outputs }

    /// Makes a route without ports, for subclasses that stand in for one in tests.
    public override init() {
        ports = ([], [])
        super.init()
    }

    init(_ route: Route, selections: [SelectedDataSource], client: SessionClient?) {
        func described(_ ports: [SordinoPolicy.Port]) -> [AVAudioSessionPortDescription] {
            ports.map { AVAudioSessionPortDescription($0, selections: selections, client: client) }
        }
        ports = (described(route.inputs), described(route.outputs))
        super.init()
    }

    @discardableResult
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return inputs == other.inputs && outputs == other.outputs
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(inputs)
        hasher.combine(outputs)
        return hasher.finalize()
    }

    open override var description: String {
        func listing(_ ports: [AVAudioSessionPortDescription]) -> String {
            let lines = ports.enumerated().map { "\n    \($0): \($1.listing(indent: "    "))" }
            return "(\(lines.joined(separator: ",")))"
        }
        return "<AVAudioSessionRouteDescription:\n  inputs = \(listing(inputs))\n\n  outputs = \(listing(outputs))>"
    }
}
