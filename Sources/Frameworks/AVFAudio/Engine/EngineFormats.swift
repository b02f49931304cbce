import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

extension AVAudioFormat {
    /// The format as the engine keeps it.
    var engine: EngineFormat { EngineFormat(bus, origin: self) }

    /// Deinterleaved floats at the same rate and channels.
    var asStandard: AVAudioFormat {
        if isStandard { return self }
        if let channelLayout {
            return AVAudioFormat(standardFormatWithSampleRate: sampleRate, channelLayout: channelLayout)
        }
        return .standard(sampleRate, channels: Int(channelCount))
    }

    /// Deinterleaved floats; more than two channels in no particular layout.
    static func standard(_ sampleRate: Double, channels: Int) -> AVAudioFormat {
        .planar(BusFormat(sampleRate: sampleRate, channelCount: channels))
    }
}

extension EngineFormat {
    /// The format as the program gave it, or deinterleaved floats.
    var face: AVAudioFormat {
        origin as? AVAudioFormat ?? .standard(bus.sampleRate, channels: bus.channelCount)
    }
}

extension AVAudioTime {
    /// A time in frames, with host time if it is known.
    convenience init(_ time: NodeTime) {
        if time.hostNanoseconds >= 0 {
            self.init(hostTime: UInt64(time.hostNanoseconds), sampleTime: time.sampleTime, atRate: time.sampleRate)
        } else {
            self.init(sampleTime: time.sampleTime, atRate: time.sampleRate)
        }
    }
}
