// swift-format-ignore-file
// Units as programs write them for Apple's systems: a sequencer that sends notes, and an instrument that plays them.
import AVFAudio
import AudioToolbox
import CoreAudioTypes

/// Sends a note each `interval` frames, on its frame; on for half of that.
final class PulseUnit: AUAudioUnit {
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MIDIProcessor, componentSubType: 0x7075_6C73, componentManufacturer: 0x5465_7374,
        componentFlags: 0, componentFlagsMask: 0)
    static let interval = 1000

    private var array: AUAudioUnitBusArray!
    /// Without an output bus, as units that only send MIDI are.
    private lazy var none = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [])

    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        array = AUAudioUnitBusArray(
            audioUnit: self, busType: .output,
            busses: [try AUAudioUnitBus(format: AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!)])
    }

    override var outputBusses: AUAudioUnitBusArray { array }
    override var midiOutputNames: [String] { ["Pulses"] }

    override var internalRenderBlock: AUInternalRenderBlock {
        // As the documentation has it: what the host has set is captured here.
        let bytes = midiOutputEventBlock
        let packets = midiOutputEventListBlock
        let half = Self.interval / 2
        return { _, time, frameCount, _, _, _, _ in
            let start = Int(time.pointee.mSampleTime)
            for frame in start..<start + Int(frameCount) where frame % half == 0 {
                let isOn = frame % (2 * half) == 0
                if let packets {
                    var list = MIDIEventList()
                    list.protocol = ._1_0
                    list.numPackets = 1
                    list.packet.wordCount = 1
                    list.packet.words.0 = 0x2000_3C00 | (isOn ? 0x0090_0000 : 0x0080_0000) | 0x64
                    _ = packets(AUEventSampleTime(frame), 0, &list)
                } else if let bytes {
                    var message: (UInt8, UInt8, UInt8) = (isOn ? 0x90 : 0x80, 60, 100)
                    withUnsafePointer(to: &message.0) { _ = bytes(AUEventSampleTime(frame), 0, 3, $0) }
                }
            }
            return noErr
        }
    }
}

final class GateState: @unchecked Sendable {
    var isOn = false
    var heard: [UInt8] = []
}

/// Gives ones while a note is held.
final class GateUnit: AUAudioUnit {
    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x6761_7465, componentManufacturer: 0x5465_7374,
        componentFlags: 0, componentFlagsMask: 0)

    let state = GateState()
    private var array: AUAudioUnitBusArray!

    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        array = AUAudioUnitBusArray(
            audioUnit: self, busType: .output,
            busses: [try AUAudioUnitBus(format: AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!)])
    }

    override var outputBusses: AUAudioUnitBusArray { array }

    override var internalRenderBlock: AUInternalRenderBlock {
        let state = state
        return { _, time, frameCount, _, output, events, _ in
            let start = AUEventSampleTime(time.pointee.mSampleTime)
            var event = events
            for frame in 0..<AUEventSampleTime(frameCount) {
                while let present = event, present.pointee.head.eventSampleTime <= start + frame {
                    switch present.pointee.head.eventType {
                    case .MIDI:
                        state.isOn = present.pointee.MIDI.data.0 & 0xF0 == 0x90
                        state.heard.append(present.pointee.MIDI.data.0)
                    case .midiEventList:
                        let word = present.pointee.MIDIEventsList.eventList.packet.words.0
                        state.isOn = word >> 20 & 0xF == 9
                        state.heard.append(UInt8(truncatingIfNeeded: word >> 16))
                    default: break
                    }
                    event = UnsafePointer(present.pointee.head.next)
                }
                for buffer in UnsafeMutableAudioBufferListPointer(output) {
                    buffer.mData!.assumingMemoryBound(to: Float.self)[Int(frame)] = state.isOn ? 1 : 0
                }
            }
            return noErr
        }
    }
}
