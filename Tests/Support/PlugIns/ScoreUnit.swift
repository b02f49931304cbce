// swift-format-ignore-file
// An instrument that writes down what it is sent.
import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import Synchronization

/// The events that reached a unit.
package final class Score: Sendable {
    package struct Entry: Equatable, Sendable, CustomStringConvertible {
        package var frame: Int64
        package var bytes: [UInt8]
        package init(frame: Int64, bytes: [UInt8]) { (self.frame, self.bytes) = (frame, bytes) }
        package var description: String { "\(frame):" + bytes.map { " " + String($0, radix: 16) }.joined() }
    }

    private let entries = Mutex<[Entry]>([])

    init() {}
    func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
    package var all: [Entry] { entries.withLock { $0 } }
    package func take() -> [Entry] { entries.withLock { let all = $0; $0 = []; return all } }
}

/// Makes silence, and writes down each message with its frame, and each value of a parameter.
package final class ScoreUnit: AUAudioUnit {
    package static func description(_ code: OSType = 0x7363_6F72) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: kAudioUnitType_MusicDevice, componentSubType: code, componentManufacturer: 0x5465_7374,
            componentFlags: 0, componentFlagsMask: 0)
    }

    private static let made = Mutex<[OSType: Score]>([:])

    /// The events that reached the unit of a code that was made last.
    package static func score(_ code: OSType) -> Score? { made.withLock { $0[code] } }

    package let score = Score()
    private var array: AUAudioUnitBusArray!

    package override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        array = AUAudioUnitBusArray(
            audioUnit: self, busType: .output,
            busses: [try AUAudioUnitBus(format: AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!)])
        Self.made.withLock { [score] in $0[componentDescription.componentSubType] = score }
    }

    package override var outputBusses: AUAudioUnitBusArray { array }

    package override var internalRenderBlock: AUInternalRenderBlock {
        let score = score
        return { _, _, frameCount, _, output, events, _ in
            for buffer in UnsafeMutableAudioBufferListPointer(output) {
                if let data = buffer.mData { memset(data, 0, Int(frameCount) * 4) }
            }
            var event = events
            while let present = event {
                let head = present.pointee.head
                switch head.eventType {
                case .MIDI, .midiSysEx:
                    let count = Int(present.pointee.MIDI.length)
                    let data = UnsafeRawPointer(present) + MemoryLayout<AUMIDIEvent>.offset(of: \.data)!
                    score.add(Score.Entry(frame: head.eventSampleTime, bytes: (0..<count).map { data.load(fromByteOffset: $0, as: UInt8.self) }))
                case .parameter, .parameterRamp:
                    let value = present.pointee.parameter
                    score.add(Score.Entry(frame: head.eventSampleTime, bytes: [UInt8(value.parameterAddress), UInt8(value.rampDurationSampleFrames / 100), UInt8(value.value)]))
                default: break
                }
                event = UnsafePointer(head.next)
            }
            return noErr
        }
    }
}
