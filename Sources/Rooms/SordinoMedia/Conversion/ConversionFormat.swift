import CoreAudioTypes

/// The format of a converter's input or output.
package struct ConversionFormat: Equatable, Sendable {
    /// The codec, the rate, the channels.
    package var media: MediaFormat
    /// The shape of frames in memory; nil where packets have to be decoded or encoded.
    package var pcm: PCMShape?
    /// The loudspeakers, if they are known.
    package var layout: ChannelLayout?
    /// The data that a decoder needs.
    package var cookie: [UInt8]?

    /// Makes the format of linear PCM.
    package init(_ pcm: PCMShape, sampleRate: Double, channelCount: Int, layout: ChannelLayout? = nil) {
        media = MediaFormat(pcm.encoding, sampleRate: sampleRate, channelCount: channelCount, bits: pcm.bitCount)
        self.pcm = pcm
        self.layout = layout
    }

    /// Packets of a codec, or interleaved frames where its packets are such.
    package init(_ media: MediaFormat, layout: ChannelLayout? = nil, cookie: [UInt8]? = nil) {
        self.media = media
        pcm = media.encoding.map { PCMShape($0, isInterleaved: true) }
        pcm?.bitCount = media.bitsPerChannel
        self.layout = layout
        self.cookie = cookie
    }

    /// Makes the format that Core Audio's struct describes; nil if nothing here handles it.
    package init?(
        _ description: AudioStreamBasicDescription, layout: ChannelLayout? = nil, cookie: [UInt8]? = nil
    ) {
        let id = FourCC(rawValue: description.mFormatID)
        if id == .linearPCM || id == .muLaw || id == .aLaw {
            guard let pcm = PCMShape(description), description.mSampleRate.isFinite, description.mSampleRate >= 0 else {
                return nil
            }
            self.init(
                pcm, sampleRate: description.mSampleRate, channelCount: Int(description.mChannelsPerFrame),
                layout: layout)
            if id == .linearPCM {
                // µ-law in disguise: the initialiser takes the codec from the encoding.
                media.codec = .linearPCM
            }
            return
        }
        guard var media = MediaFormat(description), Codecs.named(id) != nil else { return nil }
        if media.bitsPerChannel == 0, Codecs.named(id)?.isLossless == true {
            media.bitsPerChannel = FLACStreamInfo.bitsPerChannel(flag: media.codecFlags)
        }
        self.init(media, layout: layout, cookie: cookie)
    }

    /// Bytes of one frame in one buffer; 0 for packets.
    var bytesPerFrame: Int { pcm?.bytesPerFrame(channelCount: media.channelCount) ?? 0 }

    /// Indicates whether it is linear PCM.
    package var isLinearPCM: Bool { media.codec == .linearPCM }
}
