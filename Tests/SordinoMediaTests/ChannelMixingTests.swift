import CoreAudioTypes
import SordinoMedia
import Testing

/// Converters between all layouts from mono to 7.1.4: what becomes of each channel.
@Suite struct ChannelMixingTests {
    static let tags = [
        kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_MPEG_3_0_A,
        kAudioChannelLayoutTag_Quadraphonic, kAudioChannelLayoutTag_MPEG_5_0_A, kAudioChannelLayoutTag_MPEG_5_1_A,
        kAudioChannelLayoutTag_MPEG_6_1_A, kAudioChannelLayoutTag_MPEG_7_1_C, kAudioChannelLayoutTag_Atmos_5_1_2,
        kAudioChannelLayoutTag_Atmos_5_1_4, kAudioChannelLayoutTag_Atmos_7_1_2, kAudioChannelLayoutTag_Atmos_7_1_4,
    ]

    private func format(_ tag: AudioChannelLayoutTag) -> ConversionFormat {
        .floats(rate: 48_000, channelCount: Int(tag & 0xFFFF), layout: ChannelLayout(tag: tag))
    }

    /// The output of each channel alone: a row of levels for each input channel.
    private func levels(
        _ from: AudioChannelLayoutTag, _ to: AudioChannelLayoutTag, _ settings: ConversionSettings
    ) throws -> [[Float]] {
        let converter = try Converter(from: format(from), to: format(to), settings)
        let count = Int(from & 0xFFFF)
        // Frame n carries channel n.
        let frames = (0..<count).map { channel in (0..<count).map { $0 == channel ? Float(1) : 0 } }
        let out = floats(try converted(planar(frames), with: converter))
        #expect(out.count == Int(to & 0xFFFF) && out.allSatisfy { $0.count == count })
        return (0..<count).map { input in out.map { $0[input] } }
    }

    @Test(arguments: tags)
    func everyLoudspeakerIsHeardInEveryLayoutAndKeepsItsLevelAtItsPlace(from: AudioChannelLayoutTag) throws {
        var settings = ConversionSettings()
        settings.downmixes = true
        let labels = try #require(ChannelLayout(tag: from).labels)
        for to in Self.tags {
            let levels = try levels(from, to, settings)
            for (label, heard) in zip(labels, levels) where label != kAudioChannelLabel_LFEScreen {
                #expect(heard.contains { $0 > 0.05 }, "label \(label) of \(from) in \(to)")
            }
            // None alone is louder than it was; a loudspeaker that both have plays what it played, and nothing else does.
            #expect(levels.allSatisfy { $0.allSatisfy { $0 >= 0 && $0 <= 1 } })
            let targets = try #require(ChannelLayout(tag: to).labels)
            for (label, heard) in zip(labels, levels) {
                // One channel alone is no centre: it enters both fronts.
                let fronts = [kAudioChannelLabel_Left, kAudioChannelLabel_Right]
                if labels.count == 1, Set(fronts).isSubset(of: targets) {
                    #expect(heard == targets.map { fronts.contains($0) ? 1 : 0 })
                    continue
                }
                guard let output = targets.firstIndex(of: label) else { continue }
                #expect(heard == targets.indices.map { $0 == output ? 1 : 0 })
            }
        }
    }

    @Test(arguments: tags)
    func aLayoutBecomesItselfUntouched(tag: AudioChannelLayoutTag) throws {
        var settings = ConversionSettings()
        settings.downmixes = true
        let levels = try levels(tag, tag, settings)
        for (input, heard) in levels.enumerated() {
            #expect(heard == heard.indices.map { $0 == input ? 1 : 0 })
        }
    }

    @Test func leftAndRightOfAllLayoutsAreTreatedAlike() throws {
        var settings = ConversionSettings()
        settings.downmixes = true
        for from in Self.tags where from != kAudioChannelLayoutTag_Mono {
            let labels = try #require(ChannelLayout(tag: from).labels)
            let levels = try levels(from, kAudioChannelLayoutTag_Stereo, settings)
            let left = try #require(labels.firstIndex(of: kAudioChannelLabel_Left))
            let right = try #require(labels.firstIndex(of: kAudioChannelLabel_Right))
            #expect(levels[left] == levels[right].reversed() && levels[left][1] == 0)
            if let center = labels.firstIndex(of: kAudioChannelLabel_Center) {
                #expect(levels[center][0] == levels[center][1])
                #expect(abs(levels[center][0] / levels[left][0] - 0.707_107) < 1e-5)
            }
        }
    }

    @Test func mapsAndMatricesOfTwelveChannelsDoWhatTheySay() throws {
        var settings = ConversionSettings()
        settings.channelMap = [11, -1, 0]
        let mapped = try levels(kAudioChannelLayoutTag_Atmos_7_1_4, kAudioChannelLayoutTag_MPEG_3_0_A, settings)
        #expect(mapped[11] == [1, 0, 0] && mapped[0] == [0, 0, 1])
        #expect(mapped[1..<11].allSatisfy { $0 == [0, 0, 0] })
        settings = ConversionSettings()
        settings.mixMap = (0..<24).map { Float($0) / 32 }
        let mixed = try levels(kAudioChannelLayoutTag_Atmos_7_1_4, kAudioChannelLayoutTag_Stereo, settings)
        for input in 0..<12 { #expect(mixed[input] == [Float(input) / 32, Float(input + 12) / 32]) }
    }
}
