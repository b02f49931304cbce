import CoreAudioTypes
import Foundation
import SordinoMedia

/// Names of formats, layouts and channels.
enum AudioFormatNames {
    /// Returns the name of a format: its codec with the known details.
    static func name(of description: AudioStreamBasicDescription) -> NSString {
        let id = FourCC(rawValue: description.mFormatID)
        var parts = [Codecs.named(id)?.name ?? "\(id)"]
        if description.mFormatID == kAudioFormatLinearPCM, description.mBitsPerChannel > 0 {
            let order = description.bytesPerSample > 1 || description.mBitsPerChannel > 8
            let endian = order ? (description.isBigEndian ? "big-endian " : "little-endian ") : ""
            let kind =
                description.isFloat
                ? "floating point" : description.isSignedInteger ? "signed integer" : "unsigned integer"
            parts.append("\(description.mBitsPerChannel) bit \(endian)\(kind)")
        }
        if description.mChannelsPerFrame > 0 {
            parts.append("\(description.mChannelsPerFrame) channel" + (description.mChannelsPerFrame == 1 ? "" : "s"))
        }
        if description.mSampleRate > 0 { parts.append(String(format: "%g Hz", description.mSampleRate)) }
        return NSString(string: parts.joined(separator: ", "))
    }

    /// Returns the usual name of a layout, with its channels.
    static func name(of layout: ChannelLayout, isSimple: Bool) -> NSString {
        guard let labels = layout.labels else { return NSString(string: "\(layout.channelCount) channels") }
        let channels = labels.map { shortName(of: $0) }.joined(separator: " ")
        let tag = ChannelPlaces.tag(for: labels)
        let simple = tag.flatMap { usualNames[$0] } ?? numbers(labels)
        return NSString(string: isSimple ? simple : "\(simple) (\(channels))")
    }

    /// Returns the numbers of full and of low-frequency channels, such as "5.1".
    private static func numbers(_ labels: [AudioChannelLabel]) -> String {
        let low = labels.count { $0 == kAudioChannelLabel_LFEScreen || $0 == kAudioChannelLabel_LFE2 }
        return "\(labels.count - low).\(low)"
    }

    private static let usualNames: [AudioChannelLayoutTag: String] = [
        kAudioChannelLayoutTag_Mono: "Mono", kAudioChannelLayoutTag_Stereo: "Stereo",
        kAudioChannelLayoutTag_StereoHeadphones: "Stereo Headphones",
        kAudioChannelLayoutTag_MatrixStereo: "Matrix Stereo",
        kAudioChannelLayoutTag_MidSide: "Mid/Side", kAudioChannelLayoutTag_XY: "X/Y",
        kAudioChannelLayoutTag_Binaural: "Binaural", kAudioChannelLayoutTag_Ambisonic_B_Format: "Ambisonic B-format",
        kAudioChannelLayoutTag_Quadraphonic: "Quadraphonic", kAudioChannelLayoutTag_Pentagonal: "Pentagonal",
        kAudioChannelLayoutTag_Hexagonal: "Hexagonal", kAudioChannelLayoutTag_Octagonal: "Octagonal",
        kAudioChannelLayoutTag_Cube: "Cube", kAudioChannelLayoutTag_MPEG_5_1_A: "5.1",
    ]

    /// Returns the name of a channel.
    static func name(of label: AudioChannelLabel) -> String { channelNames[label]?.name ?? number(label, "Channel ") }

    /// Returns the short name of a channel.
    static func shortName(of label: AudioChannelLabel) -> String { channelNames[label]?.short ?? number(label, "") }

    private static func number(_ label: AudioChannelLabel, _ word: String) -> String {
        switch label {
        case kAudioChannelLabel_Unused: "Unused"
        case kAudioChannelLabel_Discrete_0...kAudioChannelLabel_Discrete_0 + 0xFFFF:
            word + "\(label - kAudioChannelLabel_Discrete_0 + 1)"
        case kAudioChannelLabel_HOA_SN3D...kAudioChannelLabel_HOA_SN3D + 0xFFFF:
            "ACN \(label - kAudioChannelLabel_HOA_SN3D)"
        case kAudioChannelLabel_HOA_N3D...kAudioChannelLabel_HOA_N3D + 0xFFFF:
            "ACN \(label - kAudioChannelLabel_HOA_N3D)"
        default: "Unknown"
        }
    }

    private static let channelNames: [AudioChannelLabel: (name: String, short: String)] = [
        kAudioChannelLabel_Left: ("Left", "L"), kAudioChannelLabel_Right: ("Right", "R"),
        kAudioChannelLabel_Center: ("Center", "C"), kAudioChannelLabel_LFEScreen: ("LFE", "LFE"),
        kAudioChannelLabel_LeftSurround: ("Left Surround", "Ls"),
        kAudioChannelLabel_RightSurround: ("Right Surround", "Rs"),
        kAudioChannelLabel_LeftCenter: ("Left Center", "Lc"), kAudioChannelLabel_RightCenter: ("Right Center", "Rc"),
        kAudioChannelLabel_CenterSurround: ("Center Surround", "Cs"),
        kAudioChannelLabel_LeftSurroundDirect: ("Left Surround Direct", "Lsd"),
        kAudioChannelLabel_RightSurroundDirect: ("Right Surround Direct", "Rsd"),
        kAudioChannelLabel_TopCenterSurround: ("Top Center Surround", "Ts"),
        kAudioChannelLabel_VerticalHeightLeft: ("Vertical Height Left", "Vhl"),
        kAudioChannelLabel_VerticalHeightCenter: ("Vertical Height Center", "Vhc"),
        kAudioChannelLabel_VerticalHeightRight: ("Vertical Height Right", "Vhr"),
        kAudioChannelLabel_TopBackLeft: ("Top Back Left", "Tbl"),
        kAudioChannelLabel_TopBackCenter: ("Top Back Center", "Tbc"),
        kAudioChannelLabel_TopBackRight: ("Top Back Right", "Tbr"),
        kAudioChannelLabel_RearSurroundLeft: ("Rear Surround Left", "Rls"),
        kAudioChannelLabel_RearSurroundRight: ("Rear Surround Right", "Rrs"),
        kAudioChannelLabel_LeftWide: ("Left Wide", "Lw"), kAudioChannelLabel_RightWide: ("Right Wide", "Rw"),
        kAudioChannelLabel_LFE2: ("LFE 2", "LFE2"), kAudioChannelLabel_LeftTotal: ("Left Total", "Lt"),
        kAudioChannelLabel_RightTotal: ("Right Total", "Rt"), kAudioChannelLabel_Mono: ("Mono", "M"),
        kAudioChannelLabel_LeftTopMiddle: ("Left Top Middle", "Ltm"),
        kAudioChannelLabel_RightTopMiddle: ("Right Top Middle", "Rtm"),
        kAudioChannelLabel_LeftTopRear: ("Left Top Rear", "Ltr"),
        kAudioChannelLabel_RightTopRear: ("Right Top Rear", "Rtr"),
        kAudioChannelLabel_HeadphonesLeft: ("Headphones Left", "HpL"),
        kAudioChannelLabel_HeadphonesRight: ("Headphones Right", "HpR"),
        kAudioChannelLabel_BinauralLeft: ("Binaural Left", "BiL"),
        kAudioChannelLabel_BinauralRight: ("Binaural Right", "BiR"),
        kAudioChannelLabel_MS_Mid: ("Mid", "Mid"), kAudioChannelLabel_MS_Side: ("Side", "Side"),
        kAudioChannelLabel_XY_X: ("X", "X"), kAudioChannelLabel_XY_Y: ("Y", "Y"),
        kAudioChannelLabel_Ambisonic_W: ("Ambisonic W", "W"), kAudioChannelLabel_Ambisonic_X: ("Ambisonic X", "X"),
        kAudioChannelLabel_Ambisonic_Y: ("Ambisonic Y", "Y"), kAudioChannelLabel_Ambisonic_Z: ("Ambisonic Z", "Z"),
        kAudioChannelLabel_ClickTrack: ("Click Track", "Click"),
        kAudioChannelLabel_ForeignLanguage: ("Foreign Language", "For"),
        kAudioChannelLabel_HearingImpaired: ("Hearing Impaired", "HI"),
        kAudioChannelLabel_Narration: ("Narration", "VI"),
        kAudioChannelLabel_Haptic: ("Haptic", "Hap"),
        kAudioChannelLabel_DialogCentricMix: ("Dialog Centric Mix", "Dcm"),
        kAudioChannelLabel_CenterSurroundDirect: ("Center Surround Direct", "Csd"),
    ]
}
