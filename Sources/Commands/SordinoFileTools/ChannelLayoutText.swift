import CoreAudioTypes
import SordinoCommandLine
import SordinoMedia

/// Channel layouts in words.
package enum ChannelLayoutText {
    /// The usual name and the channels: "Stereo (L R)", "5.1 (L R C LFE Ls Rs)".
    package static func name(of layout: ChannelLayout) -> String {
        guard let labels = layout.labels else { return counted(layout.channelCount, "channel") }
        if labels.count == 1, labels[0] == kAudioChannelLabel_Mono || labels[0] == kAudioChannelLabel_Center {
            return "Mono"
        }
        let channels = labels.map(shortName).joined(separator: " ")
        let tag = layout.tag > ChannelLayout.useBitmap ? layout.tag : ChannelPlaces.tag(for: labels) ?? 0
        let low = labels.count { $0 == kAudioChannelLabel_LFEScreen || $0 == kAudioChannelLabel_LFE2 }
        let numbers = low > 0 || labels.count > 2 ? "\(labels.count - low).\(low)" : counted(labels.count, "channel")
        return "\(names[tag] ?? numbers) (\(channels))"
    }

    private static let names: [AudioChannelLayoutTag: String] = [
        kAudioChannelLayoutTag_Stereo: "Stereo", kAudioChannelLayoutTag_StereoHeadphones: "Stereo Headphones",
        kAudioChannelLayoutTag_MatrixStereo: "Matrix Stereo", kAudioChannelLayoutTag_MidSide: "Mid/Side",
        kAudioChannelLayoutTag_XY: "X/Y", kAudioChannelLayoutTag_Binaural: "Binaural",
        kAudioChannelLayoutTag_Quadraphonic: "Quadraphonic", kAudioChannelLayoutTag_Pentagonal: "Pentagonal",
        kAudioChannelLayoutTag_Hexagonal: "Hexagonal", kAudioChannelLayoutTag_Octagonal: "Octagonal",
        kAudioChannelLayoutTag_Cube: "Cube",
    ]

    private static func shortName(_ label: AudioChannelLabel) -> String {
        if let short = shortNames[label] { return short }
        if label >= kAudioChannelLabel_Discrete_0, label <= kAudioChannelLabel_Discrete_0 + 0xFFFF {
            return "\(label - kAudioChannelLabel_Discrete_0 + 1)"
        }
        return "?\(label)"
    }

    private static let shortNames: [AudioChannelLabel: String] = [
        kAudioChannelLabel_Left: "L", kAudioChannelLabel_Right: "R", kAudioChannelLabel_Center: "C",
        kAudioChannelLabel_LFEScreen: "LFE", kAudioChannelLabel_LFE2: "LFE2", kAudioChannelLabel_Mono: "M",
        kAudioChannelLabel_LeftSurround: "Ls", kAudioChannelLabel_RightSurround: "Rs",
        kAudioChannelLabel_LeftCenter: "Lc", kAudioChannelLabel_RightCenter: "Rc",
        kAudioChannelLabel_CenterSurround: "Cs", kAudioChannelLabel_CenterSurroundDirect: "Csd",
        kAudioChannelLabel_LeftSurroundDirect: "Lsd", kAudioChannelLabel_RightSurroundDirect: "Rsd",
        kAudioChannelLabel_RearSurroundLeft: "Rls", kAudioChannelLabel_RearSurroundRight: "Rrs",
        kAudioChannelLabel_TopCenterSurround: "Ts", kAudioChannelLabel_VerticalHeightLeft: "Vhl",
        kAudioChannelLabel_VerticalHeightCenter: "Vhc", kAudioChannelLabel_VerticalHeightRight: "Vhr",
        kAudioChannelLabel_TopBackLeft: "Tbl", kAudioChannelLabel_TopBackCenter: "Tbc",
        kAudioChannelLabel_TopBackRight: "Tbr", kAudioChannelLabel_LeftTopMiddle: "Ltm",
        kAudioChannelLabel_RightTopMiddle: "Rtm", kAudioChannelLabel_LeftTopRear: "Ltr",
        kAudioChannelLabel_RightTopRear: "Rtr", kAudioChannelLabel_LeftWide: "Lw", kAudioChannelLabel_RightWide: "Rw",
        kAudioChannelLabel_LeftTotal: "Lt", kAudioChannelLabel_RightTotal: "Rt", kAudioChannelLabel_MS_Mid: "Mid",
        kAudioChannelLabel_MS_Side: "Side", kAudioChannelLabel_XY_X: "X", kAudioChannelLabel_XY_Y: "Y",
    ]
}
