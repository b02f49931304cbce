import SordinoPolicy
import SordinoSession

/// A place where sound leaves or enters the device, as it was when it was asked for.
public class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    private let port: SordinoPolicy.Port
    private let selection: SelectedDataSource?
    private let client: SessionClient?

    init(_ port: SordinoPolicy.Port, selections: [SelectedDataSource], client: SessionClient?) {
        self.port = port
        selection = selections.first { $0.portUID == port.uid }
        self.client = client
        super.init()
    }

    /// What kind of port it is.
    public var portType: AVAudioSession.Port { AVAudioSession.Port(rawValue: port.type.rawValue) }

    /// Name to show to people, such as "iPhone Microphone".
    public var portName: String { port.name }

    /// Names the port among all of this device, also next time.
    public var uid: String { port.uid }

    /// Whether echo and noise of calls are taken care of in the port itself.
    public var hasHardwareVoiceCallProcessing: Bool { port.hasHardwareVoiceCallProcessing }

    /// Whether the port places multichannel sound around the listener, and the person wants it.
    public var isSpatialAudioEnabled: Bool { port.spatialAudio == .on }

    /// What the port's microphone can do beyond the call profile; nil if it is no Bluetooth microphone that says so.
    public var bluetoothMicrophoneExtension: AVAudioSessionPortExtensionBluetoothMicrophone? {
        port.bluetoothMicrophone.map {
            AVAudioSessionPortExtensionBluetoothMicrophone($0, client?.snapshot.effectiveOptions ?? [])
        }
    }

    /// Its channels, from the first on.
    public var channels: [AVAudioSessionChannelDescription]? {
        port.channels.map { AVAudioSessionChannelDescription($0, portUID: port.uid) }
    }

    /// Transducers to choose from; nil if there is no choice.
    public var dataSources: [AVAudioSessionDataSourceDescription]? {
        port.dataSources.isEmpty ? nil : port.dataSources.map(describe)
    }

    /// The transducer in use.
    public var selectedDataSource: AVAudioSessionDataSourceDescription? { dataSource(selection?.selected) }

    /// The transducer that was asked for.
    public var preferredDataSource: AVAudioSessionDataSourceDescription? { dataSource(selection?.preferred) }

    /// Asks for a transducer of this port; nil for the system's choice.
    ///
    /// - Throws: `badParam` if it is not one of `dataSources`.
    public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
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
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioSessionPortDescription).map { $0.port == port } ?? false
    }

    public override var hash: Int { port.uid.hashValue }

    public override var description: String {
        "<AVAudioSessionPortDescription: type = \(port.type.rawValue); name = \(port.name); UID = \(port.uid)>"
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
