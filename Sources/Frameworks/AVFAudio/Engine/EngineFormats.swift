import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoSignal

extension AVAudioFormat {
    /// What the graph needs to know of a format.
    var bus: BusFormat {
        let labels = channelLayout.flatMap { ChannelPlaces.labels(of: $0.layout) }
        return BusFormat(
            sampleRate: sampleRate, channelCount: Int(channelCount),
            places: labels?.map { ChannelPlace(rawValue: $0) })
    }

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
        if let format = AVAudioFormat(
            standardFormatWithSampleRate: sampleRate, channels: AVAudioChannelCount(channels))
        {
            return format
        }
        let tag = kAudioChannelLayoutTag_DiscreteInOrder | AudioChannelLayoutTag(channels)
        guard let layout = AVAudioChannelLayout(layoutTag: tag) else {
            preconditionFailure("channels in order are a layout for any count, also \(channels)")
        }
        return AVAudioFormat(standardFormatWithSampleRate: sampleRate, channelLayout: layout)
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

extension PackedSample {
    /// The samples of a common format; nil for none.
    init?(_ format: AVAudioCommonFormat) {
        switch format {
        case .pcmFormatFloat32: self = .float32
        case .pcmFormatFloat64: self = .float64
        case .pcmFormatInt16: self = .int16
        case .pcmFormatInt32: self = .int32
        case .otherFormat: return nil
        }
    }
}
