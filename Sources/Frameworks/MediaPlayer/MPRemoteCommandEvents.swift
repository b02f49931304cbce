import Foundation

/// A key that was pressed.
///
/// - Thread: main, where handlers are called.
open class MPRemoteCommandEvent: NSObject {
    /// The command that it is for.
    public let command: MPRemoteCommand
    /// The time of the event, in seconds since 2001.
    public let timestamp: TimeInterval

    init(_ command: MPRemoteCommand) {
        self.command = command
        timestamp = Date.timeIntervalSinceReferenceDate
    }
}

/// A skip by a number of seconds.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
    /// The distance to skip, in seconds.
    public let interval: TimeInterval

    init(_ command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command)
    }
}

/// A move to a place.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
    /// Seconds from the beginning.
    public let positionTime: TimeInterval

    init(_ command: MPRemoteCommand, positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init(command)
    }
}

/// A change of the speed.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent {
    /// 1 is the usual speed.
    public let playbackRate: Float

    init(_ command: MPRemoteCommand, playbackRate: Float) {
        self.playbackRate = playbackRate
        super.init(command)
    }
}

/// The beginning or the end of a seek, while a key is held.
public enum MPSeekCommandEventType: UInt, Sendable {
    case beginSeeking = 0
    case endSeeking = 1
}

/// A seek, while a key is held.
open class MPSeekCommandEvent: MPRemoteCommandEvent {
    /// Whether the key was pressed or released.
    public let type: MPSeekCommandEventType

    init(_ command: MPRemoteCommand, type: MPSeekCommandEventType) {
        self.type = type
        super.init(command)
    }
}

/// A rating by the person.
open class MPRatingCommandEvent: MPRemoteCommandEvent {
    /// A number between the least and the greatest rating of the command.
    public let rating: Float

    init(_ command: MPRemoteCommand, rating: Float) {
        self.rating = rating
        super.init(command)
    }
}

/// A like, a dislike or a mark, or its end.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent {
    /// Indicates whether the person takes the feedback back.
    public let isNegative: Bool

    init(_ command: MPRemoteCommand, isNegative: Bool) {
        self.isNegative = isNegative
        super.init(command)
    }
}

/// A change of the repetition.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent {
    /// The repetition that is asked for.
    public let repeatType: MPRepeatType
    /// Whether later items keep the choice: shells here do not say that they do.
    public let preservesRepeatMode = false

    init(_ command: MPRemoteCommand, repeatType: MPRepeatType) {
        self.repeatType = repeatType
        super.init(command)
    }
}

/// A change of the order.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent {
    /// The order that is asked for.
    public let shuffleType: MPShuffleType
    /// Whether later items keep the choice: shells here do not say that they do.
    public let preservesShuffleMode = false

    init(_ command: MPRemoteCommand, shuffleType: MPShuffleType) {
        self.shuffleType = shuffleType
        super.init(command)
    }
}

/// The choice of a language.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent {
    /// The language that is chosen.
    public let languageOption: MPNowPlayingInfoLanguageOption
    /// How long the choice lasts.
    public let setting = MPChangeLanguageOptionSetting.nowPlayingItemOnly

    init(_ command: MPRemoteCommand, languageOption: MPNowPlayingInfoLanguageOption) {
        self.languageOption = languageOption
        super.init(command)
    }
}
