import CCoreMIDI
import Foundation
import SordinoMIDI
import SordinoMIDIPorts
import SordinoRealtime

/// A block that receives the devices that have answered.
public typealias MIDICIDiscoveryResponseBlock = ([MIDICIDiscoveredNode]) -> Void

/// A device as system exclusive messages identify it.
open class MIDICIDeviceInfo: NSObject, @unchecked Sendable {
    /// The destination, or entity, that the device is reached by.
    public let midiDestination: MIDIEndpointRef
    /// The maker: three bytes.
    public let manufacturerID: Data
    /// The family of models: two bytes of seven bits, the lower first.
    public let family: Data
    /// The model: two bytes of seven bits, the lower first.
    public let modelNumber: Data
    /// The revision: four bytes.
    public let revisionLevel: Data

    /// Describes a discovered device and its destination.
    public init(
        destination midiDestination: MIDIEntityRef, manufacturer: Data, family: Data, model modelNumber: Data,
        revision revisionLevel: Data
    ) {
        (self.midiDestination, manufacturerID, self.family) = (midiDestination, manufacturer, family)
        (self.modelNumber, self.revisionLevel) = (modelNumber, revisionLevel)
    }

    convenience init(_ identity: CIMessage.Identity, destination: MIDIEndpointRef) {
        func halves(_ value: UInt16) -> Data { Data([UInt8(value & 0x7F), UInt8(value >> 7 & 0x7F)]) }
        self.init(
            destination: destination, manufacturer: Data(identity.manufacturer), family: halves(identity.family),
            model: halves(identity.model), revision: Data(identity.revision))
    }

    /// The device as messages have it.
    var identity: CIMessage.Identity {
        func number(_ data: Data) -> UInt16 {
            let bytes = Array(data.prefix(2)) + [0, 0]
            return UInt16(bytes[0] & 0x7F) | UInt16(bytes[1] & 0x7F) << 7
        }
        return CIMessage.Identity(
            manufacturer: Array(manufacturerID.prefix(3)), family: number(family), model: number(modelNumber),
            revision: Array(revisionLevel.prefix(4)))
    }
}

/// A device that has answered to a discovery.
open class MIDICIDiscoveredNode: NSObject, @unchecked Sendable {
    /// The destination that it is reached by.
    public let destination: MIDIEntityRef
    /// Maker, family and model, as the device reports them.
    public let deviceInfo: MIDICIDeviceInfo
    /// Indicates whether it has profiles.
    public let supportsProfiles: Bool
    /// Indicates whether it exchanges properties.
    public let supportsProperties: Bool
    /// The longest system exclusive message that it takes, in bytes.
    public let maximumSysExSize: NSNumber
    let muid: CIMessage.MUID

    init(_ device: CIDevice, in place: MIDIPlace) {
        muid = device.muid
        destination = (try? place.system.read { $0.destinations(pairedWith: device.link).first }) ?? 0
        deviceInfo = MIDICIDeviceInfo(device.identity, destination: destination)
        supportsProfiles = device.categories & CIMessage.Category.profiles > 0
        supportsProperties = device.categories & CIMessage.Category.properties > 0
        maximumSysExSize = NSNumber(value: device.maximumByteCount)
    }
}

/// Asks for devices that answer to MIDI Capability Inquiry.
open class MIDICIDiscoveryManager: NSObject, @unchecked Sendable {
    private static let managers = PerPlace { MIDICIDiscoveryManager($0) }
    private let place: MIDIPlace

    private init(_ place: MIDIPlace) { self.place = place }

    /// The manager of the MIDI system.
    open class func sharedInstance() -> MIDICIDiscoveryManager { managers.current }

    /// Asks all destinations, and passes on the answers after three seconds, the time that the specification allows.
    ///
    /// - Parameter completedHandler: Called once, on a thread of the MIDI system's.
    public func discover(handler completedHandler: @escaping MIDICIDiscoveryResponseBlock) {
        let block = Lent(completedHandler)
        let (place, call) = (place, place.caller())
        place.inquiry.discover()
        try? place.system.call(at: place.system.now + 3_000_000_000) {
            let nodes = place.inquiry.devices.map { MIDICIDiscoveredNode($0, in: place) }
            call { block.value(nodes) }
        }
    }
}
