import CCoreMIDI
import Foundation
import SordinoMIDI

/// The maker and the model of a device of MIDI 2.0.
open class MIDI2DeviceInfo: NSObject, @unchecked Sendable {
    /// The maker, as in system exclusive messages.
    public let manufacturerID: MIDI2DeviceManufacturer
    /// The family of models, 14 bits.
    public let family: MIDIUInteger14
    /// The model in its family, 14 bits.
    public let modelNumber: MIDIUInteger14
    /// The revision, four bytes.
    public let revisionLevel: MIDI2DeviceRevisionLevel

    /// Describes a device by its manufacturer, family, model and revision.
    public init(
        manufacturerID: MIDI2DeviceManufacturer, family: MIDIUInteger14, modelNumber: MIDIUInteger14,
        revisionLevel: MIDI2DeviceRevisionLevel
    ) {
        (self.manufacturerID, self.family) = (manufacturerID, family)
        (self.modelNumber, self.revisionLevel) = (modelNumber, revisionLevel)
    }

    convenience init(_ identity: CIMessage.Identity) {
        let (maker, level) = (identity.manufacturer, identity.revision)
        self.init(
            manufacturerID: MIDI2DeviceManufacturer(sysExIDByte: (maker[0], maker[1], maker[2])),
            family: identity.family, modelNumber: identity.model,
            revisionLevel: MIDI2DeviceRevisionLevel(revisionLevel: (level[0], level[1], level[2], level[3])))
    }

    /// The device as messages have it.
    var identity: CIMessage.Identity {
        let (maker, level) = (manufacturerID.sysExIDByte, revisionLevel.revisionLevel)
        return CIMessage.Identity(
            manufacturer: [maker.0, maker.1, maker.2], family: family, model: modelNumber,
            revision: [level.0, level.1, level.2, level.3])
    }
}
