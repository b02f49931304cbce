import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import Synchronization

/// The endpoints of universal packets in the system: those of devices of MIDI 2.0 that say what they are, and the program's.
///
/// The first look at `shared` begins the search; notifications tell of what is found.
/// - Thread: any. Notifications are posted on a thread of the MIDI system's, those of the program's own endpoints on the
///   caller's.
open class MIDIUMPEndpointManager: NSObject, @unchecked Sendable {
    /// A key of the notifications' user info.
    public struct DictionaryKey: RawRepresentable, Hashable, Sendable {
        /// The key's text.
        public let rawValue: String

        /// Makes a key of its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The `MIDIUMPEndpoint`.
        public static let endpointObject = DictionaryKey(rawValue: "MIDIUMPEndpointObjectKey")
        /// The `MIDIUMPFunctionBlock`.
        public static let functionBlockObject = DictionaryKey(rawValue: "MIDIUMPFunctionBlockObjectKey")
    }

    /// Posted when an endpoint has said what it is, or was enabled.
    public static let endpointWasAddedNotification = NSNotification.Name("MIDIUMPEndpointWasAddedNotification")
    /// Posted when an endpoint is gone.
    public static let endpointWasRemovedNotification = NSNotification.Name("MIDIUMPEndpointWasRemovedNotification")
    /// Posted when an endpoint says something else than before.
    public static let endpointWasUpdatedNotification = NSNotification.Name("MIDIUMPEndpointWasUpdatedNotification")
    /// Posted when a function block says something else than before.
    public static let functionBlockWasUpdatedNotification = NSNotification.Name(
        "MIDIUMPFunctionBlockWasUpdatedNotification")

    private static let managers = PerPlace { MIDIUMPEndpointManager($0) }

    /// The manager of the MIDI system.
    open class var shared: MIDIUMPEndpointManager {
        let manager = managers.current
        manager.begin()
        return manager
    }

    private let place: MIDIPlace
    private let objects = Mutex<[MIDIEndpointRef: MIDIUMPEndpoint]>([:])
    private let call: @Sendable (@escaping @Sendable () -> Void) -> Void

    private init(_ place: MIDIPlace) {
        self.place = place
        call = place.caller()
    }

    private func begin() {
        let call = call
        place.directory.begin { [weak self] news in
            guard let self else { return }
            call { self.hear(news) }
        }
    }

    /// The endpoints that have said what they are, and the program's own.
    public var umpEndpoints: [MIDIUMPEndpoint] { place.directory.records.map { object($0) } }

    /// Takes an endpoint of the program's own into the list.
    func add(_ endpoint: MIDIUMPEndpoint, _ record: StreamRecord) {
        objects.withLock { $0[record.source] = endpoint }
        place.directory.add(record)
    }

    private func object(_ record: StreamRecord) -> MIDIUMPEndpoint {
        objects.withLock { objects in
            if let known = objects[record.source] { return known }
            let made = MIDIUMPEndpoint(record, record.endpoint)
            objects[record.source] = made
            return made
        }
    }

    private func hear(_ news: StreamDirectory.News) {
        switch news {
        case .added(let record): post(Self.endpointWasAddedNotification, [.endpointObject: object(record)])
        case .updated(let record): post(Self.endpointWasUpdatedNotification, [.endpointObject: object(record)])
        case .blockUpdated(let record, let number):
            let endpoint = object(record)
            post(
                Self.functionBlockWasUpdatedNotification,
                [.endpointObject: endpoint, .functionBlockObject: endpoint.block(number)])
        case .removed(let record):
            let endpoint = object(record)
            objects.withLock { $0[record.source] = nil }
            post(Self.endpointWasRemovedNotification, [.endpointObject: endpoint])
        }
    }

    private func post(_ name: NSNotification.Name, _ info: [DictionaryKey: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo(info))
    }
}
