import SordinoPolicy
import SordinoSession

/// One of several transducers behind a port, such as the bottom or the front microphone.
open class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
    let source: DataSource
    let portUID: String
    private let selection: SelectedDataSource?
    private let client: SessionClient?
    private let isBlank: Bool

    /// Makes an empty description, equal to itself alone; for subclasses that stand in for a data source in tests.
    public override init() {
        source = .blank
        portUID = ""
        selection = nil
        client = nil
        isBlank = true
        super.init()
    }

    init(_ source: DataSource, portUID: String, selection: SelectedDataSource?, client: SessionClient?) {
        self.source = source
        self.portUID = portUID
        self.selection = selection
        self.client = client
        isBlank = false
        super.init()
    }

    /// Names the source within its port.
    open var dataSourceID: NSNumber { NSNumber(value: source.id) }

    /// Name to show to people, such as "Bottom".
    open var dataSourceName: String { source.name }

    /// The place on the device.
    open var location: AVAudioSession.Location? { source.location.map(AVAudioSession.Location.init(rawValue:)) }

    /// The direction in which it points.
    open var orientation: AVAudioSession.Orientation? {
        source.orientation.map(AVAudioSession.Orientation.init(rawValue:))
    }

    /// The patterns to choose from; nil if there is no choice.
    open var supportedPolarPatterns: [AVAudioSession.PolarPattern]? {
        source.polarPatterns.isEmpty
            ? nil : source.polarPatterns.map(AVAudioSession.PolarPattern.init(rawValue:))
    }

    /// The pattern in use; nil if there is no choice or the source is not the one in use.
    open var selectedPolarPattern: AVAudioSession.PolarPattern? {
        guard selection?.selected == source.id else { return nil }
        return selection?.selectedPattern.map(AVAudioSession.PolarPattern.init(rawValue:))
    }

    /// The pattern that was asked for.
    open var preferredPolarPattern: AVAudioSession.PolarPattern? {
        guard selection?.preferred == source.id else { return nil }
        return selection?.preferredPattern.map(AVAudioSession.PolarPattern.init(rawValue:))
    }

    /// Asks for a pattern; nil for the system's choice.
    ///
    /// - Throws: `badParam` if it is not among `supportedPolarPatterns`.
    open func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        try client?.askOrThrow(
            .prefer(.polarPattern(portUID: portUID, dataSource: source.id, pattern: pattern?.rawValue)))
    }

    @discardableResult
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionDataSourceDescription else { return false }
        return other === self
            || (!isBlank && !other.isBlank && other.source == source && other.portUID == portUID)
    }

    open override var hash: Int {
        var hasher = Hasher()
        if isBlank { hasher.combine(ObjectIdentifier(self)) }
        hasher.combine(source.id)
        hasher.combine(portUID)
        return hasher.finalize()
    }

    open override var description: String {
        "<AVAudioSessionDataSourceDescription: ID = \(dataSourceID); name = \(dataSourceName)>"
    }
}
