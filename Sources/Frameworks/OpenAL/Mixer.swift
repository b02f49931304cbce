import COpenAL
import Synchronization

/// Settings of the mixer as a whole: Apple's extension ALC_EXT_MAC_OSX.
enum Mixer {
    /// The quality of spatial rendering.
    enum Quality: Sendable {
        case low
        case high
        case headphones

        init?(code: ALint) {
            switch code {
            case ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW: self = .low
            case ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH: self = .high
            case ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES: self = .headphones
            default: return nil
            }
        }

        var code: ALint {
            switch self {
            case .low: ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW
            case .high: ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH
            case .headphones: ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES
            }
        }
    }

    enum ChannelCount: Sendable { case stereo, multichannel }

    /// Values that the program set; nil for those that it has not set.
    struct Settings: Sendable {
        var rate: Double?
        var quality: Quality?
        var channelCount = ChannelCount.stereo
        var sourceCount = Mixer.usualSourceCount
    }

    /// As many sources as openal-soft gives a context without being asked.
    static let usualSourceCount = 256

    static let settings = Mutex(Settings())
}

@c(alcMacOSXMixerOutputRate)
package func setMixerOutputRate(_ rate: ALdouble) {
    guard rate.isFinite, rate > 0 else { return coal_fail(AL_INVALID_VALUE) }
    Mixer.settings.withLock { $0.rate = rate }
}

@c(alcMacOSXGetMixerOutputRate)
package func mixerOutputRate() -> ALdouble { Mixer.settings.withLock { $0.rate } ?? Devices.hardwareRate }

@c(alcMacOSXRenderingQuality)
package func setRenderingQuality(_ code: ALint) {
    guard let quality = Mixer.Quality(code: code) else { return coal_fail(AL_INVALID_VALUE) }
    Mixer.settings.withLock { $0.quality = quality }
    for device in Devices.all { device.renderAnew() }
}

@c(alcMacOSXGetRenderingQuality)
package func renderingQuality() -> ALint { (Mixer.settings.withLock { $0.quality } ?? .low).code }

@c(alMacOSXRenderChannelCount)
package func setRenderChannelCount(_ code: ALint) {
    switch code {
    case ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO: Mixer.settings.withLock { $0.channelCount = .stereo }
    case ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL: Mixer.settings.withLock { $0.channelCount = .multichannel }
    default: coal_fail(AL_INVALID_VALUE)
    }
}

@c(alMacOSXGetRenderChannelCount)
package func renderChannelCount() -> ALint {
    switch Mixer.settings.withLock({ $0.channelCount }) {
    case .stereo: ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO
    case .multichannel: ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL
    }
}

@c(alcMacOSXMixerMaxiumumBusses)
package func setMixerMaximumBusses(_ count: ALint) {
    guard count > 0 else { return coal_fail(AL_INVALID_VALUE) }
    // More than anybody mixes would only take memory.
    Mixer.settings.withLock { $0.sourceCount = min(Int(count), 4_096) }
}

@c(alcMacOSXGetMixerMaxiumumBusses)
package func mixerMaximumBusses() -> ALint { ALint(clamping: Mixer.settings.withLock { $0.sourceCount }) }
