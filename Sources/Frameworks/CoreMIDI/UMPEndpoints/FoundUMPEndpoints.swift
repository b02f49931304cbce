import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import Synchronization

/// The endpoints of universal packets in the system: those of MIDI 2.0 devices that answer discovery, and the program's
/// own.
///
/// The first use of `shared` begins the search; notifications announce the endpoints that are found.
/// - Thread: any. Notifications are posted on a thread of Sordino, those about the program's own endpoints on the
///   thread of the caller.
open class MIDIUMPEndpointManager: NSObject, @unchecked Sendable {
    /// A key in the user info of the notifications.
    public struct DictionaryKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String

        /// Makes a key of its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The key of the `MIDIUMPEndpoint` that changed.
        public static let endpointObject = DictionaryKey(rawValue: "MIDIUMPEndpointObjectKey")
        /// The key of the `MIDIUMPFunctionBlock` that changed.
        public static let functionBlockObject = DictionaryKey(rawValue: "MIDIUMPFunctionBlockObjectKey")
    }

    /// Posted when an endpoint has answered discovery, or was enabled.
    public static let endpointWasAddedNotification = NSNotification.Name("MIDIUMPEndpointWasAddedNotification")
    /// Posted when an endpoint is gone.
    public static let endpointWasRemovedNotification = NSNotification.Name("MIDIUMPEndpointWasRemovedNotification")
    /// Posted when the description of an endpoint has changed.
    public static let endpointWasUpdatedNotification = NSNotification.Name("MIDIUMPEndpointWasUpdatedNotification")
    /// Posted when the description of a function block has changed.
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

    /// The endpoints that have answered discovery, and the program's own.
    public var umpEndpoints: [MIDIUMPEndpoint] { place.directory.records.map { object($0) } }

    /// Adds an endpoint that the program made to the list.
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
