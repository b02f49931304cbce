import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoMIDI

/// An event in its C form: a type, and the bytes of its struct.
struct MusicEventData {
    let type: MusicEventType
    let bytes: [UInt8]

    init(type: MusicEventType, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }

    /// Makes an event of a type from the bytes of its struct.
    private init<Value>(_ type: MusicEventType, _ value: Value) {
        self.type = type
        bytes = withUnsafeBytes(of: value) { [UInt8]($0) }
    }

    /// Makes a user event with the program's data.
    static func user(_ data: [UInt8]) -> MusicEventData {
        MusicEventData(type: kMusicEventType_User, bytes: counted(data))
    }

    /// Returns the number of bytes as 32 bits, followed by the bytes.
    private static func counted(_ data: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: data.count)) { [UInt8]($0) } + data
    }

    init(_ kind: SequenceEvent.Kind) {
        switch kind {
        case .note(let note):
            self.init(
                kMusicEventType_MIDINoteMessage,
                MIDINoteMessage(
                    channel: note.channel, note: note.key, velocity: note.velocity,
                    releaseVelocity: note.releaseVelocity, duration: Float32(note.duration)))
        case .extendedNote(let note): self.init(note)
        case .channel(let message):
            self.init(
                kMusicEventType_MIDIChannelMessage,
                MIDIChannelMessage(
                    status: message.status, data1: message.data1, data2: message.data2, reserved: 0))
        case .raw(let data): self.init(type: kMusicEventType_MIDIRawData, bytes: Self.counted(data))
        case .meta(let type, let data):
            self.init(type: kMusicEventType_Meta, bytes: [type, 0, 0, 0] + Self.counted(data))
        case .tempo(let tempo): self.init(kMusicEventType_ExtendedTempo, ExtendedTempoEvent(bpm: tempo))
        case .user(let data): self = .user(data)
        case .parameter(let value):
            self.init(
                kMusicEventType_Parameter,
                ParameterEvent(
                    parameterID: value.id, scope: value.scope, element: value.element, value: value.value))
        case .preset(let preset):
            self.init(
                kMusicEventType_AUPreset,
                AUPresetEvent(scope: preset.scope, element: preset.element, preset: .passUnretained(preset.state)))
        }
    }

    private init(_ note: ExtendedNote) {
        type = kMusicEventType_ExtendedNote
        var bytes: [UInt8] = []
        func append<Value>(_ value: Value) { withUnsafeBytes(of: value) { bytes += $0 } }
        append(note.instrumentID)
        append(note.groupID)
        append(Float32(note.duration))
        append(UInt32(clamping: note.controls.count + 2))
        append(note.pitch)
        append(note.velocity)
        // The struct always holds at least one control.
        for control in note.controls.isEmpty ? [(id: 0, value: 0)] : note.controls {
            append(control.id)
            append(control.value)
        }
        self.bytes = bytes
    }

    /// Calls `body` with a copy of the bytes that is aligned to 16 bytes.
    func withData(_ body: (UnsafeRawPointer) -> Void) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 16), alignment: 16)
        defer { memory.deallocate() }
        bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
        }
        body(UnsafeRawPointer(memory))
    }

    // MARK: Reading

    /// The largest number of controls in an extended note.
    private static let controlLimit = 1024

    /// Reads an event from a program's memory.
    ///
    /// - Returns: Nil for an unknown type or values out of range.
    static func read(_ type: MusicEventType, _ data: UnsafeRawPointer) -> SequenceEvent.Kind? {
        switch type {
        case kMusicEventType_MIDINoteMessage:
            let note = data.loadUnaligned(as: MIDINoteMessage.self)
            guard note.note < 128, note.channel < 16, note.duration >= 0 else { return nil }
            return .note(
                SequenceNote(
                    channel: note.channel, key: note.note, velocity: note.velocity,
                    releaseVelocity: note.releaseVelocity, duration: Double(note.duration)))
        case kMusicEventType_MIDIChannelMessage:
            let message = data.loadUnaligned(as: MIDIChannelMessage.self)
            guard (0x80..<0xF0).contains(message.status) else { return nil }
            return .channel(ChannelMessage(status: message.status, data1: message.data1, data2: message.data2))
        case kMusicEventType_MIDIRawData: return .raw(bytes(data))
        case kMusicEventType_User: return .user(bytes(data))
        case kMusicEventType_Meta: return .meta(data.load(as: UInt8.self) & 127, bytes(data + 4))
        case kMusicEventType_ExtendedTempo:
            let tempo = data.loadUnaligned(as: ExtendedTempoEvent.self).bpm
            return tempo > 0 && tempo.isFinite ? .tempo(tempo) : nil
        case kMusicEventType_Parameter:
            let value = data.loadUnaligned(as: ParameterEvent.self)
            return .parameter(
                SequenceParameter(
                    id: value.parameterID, scope: value.scope, element: value.element, value: value.value))
        case kMusicEventType_AUPreset:
            let preset = data.assumingMemoryBound(to: AUPresetEvent.self).pointee
            guard let state = ClientObject.live(preset.preset.toOpaque()) else { return nil }
            return .preset(SequencePreset(scope: preset.scope, element: preset.element, state: state))
        case kMusicEventType_ExtendedNote: return extendedNote(data)
        default: return nil
        }
    }

    private static func bytes(_ data: UnsafeRawPointer) -> [UInt8] {
        let count = Int(data.loadUnaligned(as: UInt32.self))
        return [UInt8](UnsafeRawBufferPointer(start: data + 4, count: count))
    }

    private static func extendedNote(_ data: UnsafeRawPointer) -> SequenceEvent.Kind? {
        let note = data.loadUnaligned(as: ExtendedNoteOnEvent.self)
        let count = Int(note.extendedParams.argCount) - 2
        guard count >= 0, count <= controlLimit, note.duration >= 0 else { return nil }
        // The controls follow instrument, group, duration, count, pitch and velocity, at byte 24.
        let controls = (0..<count).map { index -> (id: UInt32, value: Float) in
            let place = data + 24 + index * 8
            return (place.loadUnaligned(as: UInt32.self), (place + 4).loadUnaligned(as: Float.self))
        }
        return .extendedNote(
            ExtendedNote(
                instrumentID: note.instrumentID, groupID: note.groupID, pitch: note.extendedParams.mPitch,
                velocity: note.extendedParams.mVelocity, controls: controls, duration: Double(note.duration)))
    }
}
