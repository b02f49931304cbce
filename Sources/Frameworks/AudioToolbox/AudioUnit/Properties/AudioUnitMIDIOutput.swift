import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation
import SordinoRealtime

// The C properties for the MIDI that a unit sends, which set its `midiOutputEventBlock`.

extension UnitProperty {
    static var midiOutputs: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_MIDIOutputCallbackInfo: value(
                Unmanaged<NSArray>?.self,
                read: { place throws(UnitPropertyError) in
                    .passRetained(NSArray(array: try place.midiOutputNames.map { $0 as NSString }))
                }),
            kAudioUnitProperty_MIDIOutputCallback: value(
                AUMIDIOutputCallbackStruct?.self,
                write: { place, callback throws(UnitPropertyError) in
                    _ = try place.midiOutputNames
                    place.unit.midiOutputEventBlock = callback.map { callback in
                        let sender = PacketSender(callback)
                        return { sender.send($0, $1, $2, $3) }
                    }
                }),
        ]
    }
}

extension UnitPropertyPlace {
    /// The names of the MIDI outputs; throws `kAudioUnitErr_InvalidProperty` for a unit without any.
    fileprivate var midiOutputNames: [String] {
        get throws(UnitPropertyError) {
            let names = unit.midiOutputNames
            if names.isEmpty { throw UnitPropertyError(kAudioUnitErr_InvalidProperty) }
            return names
        }
    }
}

/// Passes MIDI bytes of a unit to a host's callback, as a list of one packet.
private final class PacketSender: Sendable {
    private let callback: Lent<AUMIDIOutputCallbackStruct>
    /// A list with room for one packet of 65,535 bytes, allocated in advance because units send on the render thread.
    private let list: Lent<UnsafeMutableRawPointer>
    private static let head = 4 + 8 + 2

    init(_ callback: AUMIDIOutputCallbackStruct) {
        self.callback = Lent(callback)
        let list = UnsafeMutableRawPointer.allocate(byteCount: Self.head + Int(UInt16.max) + 1, alignment: 8)
        list.initializeMemory(as: UInt8.self, repeating: 0, count: Self.head + Int(UInt16.max) + 1)
        list.storeBytes(of: 1, as: UInt32.self)
        self.list = Lent(list)
    }

    deinit { list.value.deallocate() }

    func send(_ time: AUEventSampleTime, _ cable: UInt8, _ count: Int, _ bytes: UnsafePointer<UInt8>) -> OSStatus {
        guard (0...Int(UInt16.max)).contains(count) else { return kAudioUnitErr_MIDIOutputBufferFull }
        let (callback, list) = (callback.value, list.value)
        list.storeBytes(of: UInt16(count), toByteOffset: 12, as: UInt16.self)
        (list + Self.head).copyMemory(from: bytes, byteCount: count)
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = Double(time)
        stamp.mFlags = .sampleTimeValid
        return callback.midiOutputCallback(
            callback.userData, &stamp, UInt32(cable), list.assumingMemoryBound(to: MIDIPacketList.self))
    }
}
