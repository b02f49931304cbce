import SordinoPolicy
import SordinoSession

/// A place where sound leaves or enters the device, as it was when it was asked for.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    private let port: SordinoPolicy.Port
    private let isBlank: Bool
    private let selection: SelectedDataSource?
    private let client: SessionClient?

    /// Makes an empty description, equal to itself alone; for subclasses that stand in for a port in tests.
    public override init() {
        port = .blank
        isBlank = true
        selection = nil
        client = nil
        super.init()
    }

    init(_ port: SordinoPolicy.Port, selections: [SelectedDataSource], client: SessionClient?) {
        self.port = port
        isBlank = false
        selection = selections.first { $0.portUID == port.uid }
        self.client = client
        super.init()
    }

    /// The type of the port.
    open var portType: AVAudioSession.Port { port.type }

    /// Name to show to people, such as "iPhone Microphone".
    open var portName: String { port.name }

    /// Names the port among all of this device, also next time.
    open var uid: String { port.uid }

    /// Indicates whether echo and noise of calls are taken care of in the port itself.
    open var hasHardwareVoiceCallProcessing: Bool { port.hasHardwareVoiceCallProcessing }

    /// Indicates whether the port places multichannel sound around the listener, and the user has it turned on.
    open var isSpatialAudioEnabled: Bool { port.spatialAudio == .on }

    /// Abilities of a Bluetooth microphone beyond the call profile; nil for other ports and if the microphone reports
    /// none.
    open var bluetoothMicrophoneExtension: AVAudioSessionPortExtensionBluetoothMicrophone? {
        port.bluetoothMicrophone.map {
            AVAudioSessionPortExtensionBluetoothMicrophone($0, client?.snapshot.effectiveOptions ?? [])
        }
    }

    /// Its channels, from the first on.
    open var channels: [AVAudioSessionChannelDescription]? {
        port.channels.map { AVAudioSessionChannelDescription($0, portUID: port.uid) }
    }

    /// Transducers to choose from; nil if there is no choice.
    open var dataSources: [AVAudioSessionDataSourceDescription]? {
        port.dataSources.isEmpty ? nil : port.dataSources.map(describe)
    }

    /// The transducer in use.
    open var selectedDataSource: AVAudioSessionDataSourceDescription? { dataSource(selection?.selected) }

    /// The transducer that was asked for.
    open var preferredDataSource: AVAudioSessionDataSourceDescription? { dataSource(selection?.preferred) }

    /// Asks for a transducer of this port; nil for the system's choice.
    ///
    /// - Throws: `badParam` if it is not one of `dataSources`.
    open func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource == nil || dataSource?.portUID == port.uid else {
            throw NSError(.badParam, "the data source belongs to another port")
        }
        try client?.askOrThrow(.prefer(.dataSource(portUID: port.uid, id: dataSource?.source.id)))
    }

    private func dataSource(_ id: Int?) -> AVAudioSessionDataSourceDescription? {
        port.dataSources.first { $0.id == id }.map(describe)
    }

    private func describe(_ source: DataSource) -> AVAudioSessionDataSourceDescription {
        AVAudioSessionDataSourceDescription(source, portUID: port.uid, selection: selection, client: client)
    }

    @discardableResult
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionPortDescription else { return false }
        return other === self || (!isBlank && !other.isBlank && other.port == port)
    }

    open override var hash: Int { isBlank ? ObjectIdentifier(self).hashValue : port.uid.hashValue }

    open override var description: String { "<AVAudioSessionPortDescription: \(listing(indent: ""))>" }

    /// Returns the port and its channels in the form in which a route's description lists them.
    ///
    /// - Parameter indent: Blanks before each line but the first.
    func listing(indent: String) -> String {
        let head = "type = \(portType.rawValue); name = \(portName); UID = \(uid);"
        let lines = (channels ?? []).enumerated().map { index, channel in
            "\n\(indent)    \(index): name = \(channel.channelName); number = \(channel.channelNumber);"
                + " port UID = \(channel.owningPortUID)"
        }
        return "\(head)\n\(indent)  channels = (\(lines.joined(separator: ",")) )"
    }
}

extension SessionClient {
    /// Asks; the refusal becomes Apple's error.
    func askOrThrow(_ request: Request) throws {
        do {
            try ask(request)
        } catch {
            throw NSError(error)
        }
    }
}
