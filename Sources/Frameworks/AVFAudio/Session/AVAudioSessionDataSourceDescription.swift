import SordinoPolicy
import SordinoSession

/// One of several transducers behind a port, such as the bottom or the front microphone.
public class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
    let source: DataSource
    let portUID: String
    private let selection: SelectedDataSource?
    private let client: SessionClient?

    init(_ source: DataSource, portUID: String, selection: SelectedDataSource?, client: SessionClient?) {
        self.source = source
        self.portUID = portUID
        self.selection = selection
        self.client = client
        super.init()
    }

    /// Names the source within its port.
    public var dataSourceID: NSNumber { NSNumber(value: source.id) }

    /// Name to show to people, such as "Bottom".
    public var dataSourceName: String { source.name }

    /// Where on the device it sits.
    public var location: AVAudioSession.Location? { source.location.map(AVAudioSession.Location.init(rawValue:)) }

    /// Which way it looks.
    public var orientation: AVAudioSession.Orientation? {
        source.orientation.map(AVAudioSession.Orientation.init(rawValue:))
    }

    /// The patterns to choose from; nil if there is no choice.
    public var supportedPolarPatterns: [AVAudioSession.PolarPattern]? {
        source.polarPatterns.isEmpty
            ? nil : source.polarPatterns.map(AVAudioSession.PolarPattern.init(rawValue:))
    }

    /// The pattern in use; nil if there is no choice or the source is not the one in use.
    public var selectedPolarPattern: AVAudioSession.PolarPattern? {
        guard selection?.selected == source.id else { return nil }
        return selection?.selectedPattern.map(AVAudioSession.PolarPattern.init(rawValue:))
    }

    /// The pattern that was asked for.
    public var preferredPolarPattern: AVAudioSession.PolarPattern? {
        guard selection?.preferred == source.id else { return nil }
        return selection?.preferredPattern.map(AVAudioSession.PolarPattern.init(rawValue:))
    }

    /// Asks for a pattern; nil for the system's choice.
    ///
    /// - Throws: `badParam` if it is not among `supportedPolarPatterns`.
    public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        try client?.askOrThrow(
            .prefer(.polarPattern(portUID: portUID, dataSource: source.id, pattern: pattern?.rawValue)))
    }

    @discardableResult
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionDataSourceDescription else { return false }
        return other.source == source && other.portUID == portUID
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(source.id)
        hasher.combine(portUID)
        return hasher.finalize()
    }

    public override var description: String {
        "<AVAudioSessionDataSourceDescription: ID = \(source.id); name = \(source.name)>"
    }
}
