/// A tap in use: the sound of other programs that one program reads, or silences while it does.
package struct ProgramTap: Hashable, Sendable {
    /// The effect of a tap on the sound that it takes.
    package enum Muting: Int, CaseIterable, Sendable {
        case unmuted = 0
        /// The programs are not heard while there is the tap.
        case muted = 1
        /// The programs are not heard while the tap is read.
        case mutedWhenTapped = 2
    }

    /// Distinguishes the taps of a program.
    package var number: Int
    /// The programs that it takes; those that it leaves out where it is exclusive.
    package var apps: [AppID]
    /// Programs by their identifiers, beside `apps`: also those that come later.
    package var bundleIDs: [String]
    /// Indicates whether it takes all programs but the named ones.
    package var isExclusive: Bool
    package var muting: Muting
    /// The output to which the sound has to go; nil for any.
    package var portUID: String?
    /// The channels to which the sound is mixed.
    package var channelCount: Int
    /// Indicates whether the program reads it now.
    package var isRead: Bool

    package init(
        number: Int = 0, apps: [AppID] = [], bundleIDs: [String] = [], isExclusive: Bool = false,
        muting: Muting = .unmuted, portUID: String? = nil, channelCount: Int = 2, isRead: Bool = false
    ) {
        (self.number, self.apps, self.bundleIDs, self.isExclusive) = (number, apps, bundleIDs, isExclusive)
        (self.muting, self.portUID, self.channelCount, self.isRead) = (muting, portUID, channelCount, isRead)
    }

    /// Indicates whether the programs that it takes are not heard now.
    package var mutes: Bool { muting == .muted || muting == .mutedWhenTapped && isRead }

    /// The maximum number of taps in use of a program, of names in one, and of channels.
    package static let most = 64
    package static let mostNames = 512
    package static let mostChannels = 64

    /// Indicates whether its numbers are in their ranges.
    var isSound: Bool {
        apps.count <= Self.mostNames && bundleIDs.count <= Self.mostNames
            && (1...Self.mostChannels).contains(channelCount)
            && bundleIDs.allSatisfy { $0.utf8.count <= 256 } && (portUID?.utf8.count ?? 0) <= 1_024
    }
}

/// A program as others see it that may tap it.
package struct ListedProgram: Hashable, Sendable {
    package var app = AppID(0)
    package var name = ""
    package var bundleID = ""
    /// The number of its process; 0 where it has none of its own.
    package var process = 0
    package var isPlaying = false
    package var isRecording = false

    package init() {}
}
