import SordinoPolicy
import SordinoSession

/// The ports that a session uses at one moment.
public class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    /// Where sound comes from; empty for a category without input.
    public let inputs: [AVAudioSessionPortDescription]
    /// Where sound goes to; empty for a category without output.
    public let outputs: [AVAudioSessionPortDescription]

    init(_ route: Route, selections: [SelectedDataSource], client: SessionClient?) {
        inputs = route.inputs.map { AVAudioSessionPortDescription($0, selections: selections, client: client) }
        outputs = route.outputs.map { AVAudioSessionPortDescription($0, selections: selections, client: client) }
        super.init()
    }

    @discardableResult
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return inputs == other.inputs && outputs == other.outputs
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(inputs)
        hasher.combine(outputs)
        return hasher.finalize()
    }

    public override var description: String {
        let names = (inputs + outputs).map(\.description).joined(separator: "; ")
        return "<AVAudioSessionRouteDescription: \(inputs.count) inputs, \(outputs.count) outputs: \(names)>"
    }
}
