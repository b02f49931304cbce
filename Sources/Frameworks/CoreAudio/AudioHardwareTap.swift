import Foundation

/// A tap of the program, whose sound a device with it delivers.
public final class AudioHardwareTap: AudioHardwareObject, @unchecked Sendable {
    /// The unique name, by which a device's list of taps names it.
    public var uid: String { get throws { try text(kAudioTapPropertyUID) } }
    /// The programs and channels; a copy.
    public var description: CATapDescription { get throws { try object(kAudioTapPropertyDescription) } }
    /// The format of its sound in a device: interleaved floats.
    public var format: AudioStreamBasicDescription { get throws { try value(kAudioTapPropertyFormat) } }

    /// Changes the programs and channels; the unique name stays.
    ///
    /// Channels of a running device change with its next start.
    public func setDescription(_ description: CATapDescription) throws {
        try withExtendedLifetime(description) {
            try set(
                kAudioTapPropertyDescription, UInt(bitPattern: Unmanaged.passUnretained(description).toOpaque()))
        }
    }
}

extension AudioHardwareSystem {
    /// The taps of the program, in the order in which it made them.
    public var taps: [AudioHardwareTap] {
        get throws { try objects(kAudioHardwarePropertyTapList, AudioHardwareTap.self) }
    }

    /// Returns the tap of a unique name; nil for none.
    public func tap(forUID UID: String) throws -> AudioHardwareTap? {
        try found(translated(kAudioHardwarePropertyTranslateUIDToTap, UID), AudioHardwareTap.self)
    }

    /// Makes a tap, as `AudioHardwareCreateProcessTap` does.
    public func makeProcessTap(description: CATapDescription) throws -> AudioHardwareTap? {
        var id = AudioObjectID(kAudioObjectUnknown)
        try AudioHardwareError.check(AudioHardwareCreateProcessTap(description, &id))
        return AudioHardwareTap(id: id)
    }

    /// Removes a tap, whose devices continue without it.
    public func destroyProcessTap(_ tap: AudioHardwareTap) throws {
        try AudioHardwareError.check(AudioHardwareDestroyProcessTap(tap.id))
    }
}

extension AudioHardwareAggregateDevice {
    /// The taps in the device's list, in their order.
    public var subtaps: [AudioHardwareTap] {
        get throws {
            let uids: NSArray = try object(kAudioAggregateDevicePropertyTapList)
            return try uids.compactMap {
                try ($0 as? String).flatMap { try AudioHardwareSystem.shared.tap(forUID: $0) }
            }
        }
    }
    /// The taps whose sound the device delivers, in the order of their streams.
    public var activeSubtaps: [AudioHardwareTap] {
        get throws { try objects(kAudioAggregateDevicePropertySubTapList, AudioHardwareTap.self) }
    }

    /// Sets which taps the device delivers, at once.
    public func setSubtaps(_ taps: [AudioHardwareTap]) throws {
        let uids = try taps.map { try $0.uid } as NSArray
        try withExtendedLifetime(uids) {
            try set(
                kAudioAggregateDevicePropertyTapList, UInt(bitPattern: Unmanaged.passUnretained(uids).toOpaque()))
        }
    }
}
