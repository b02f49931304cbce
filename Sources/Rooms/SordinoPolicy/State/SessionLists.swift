/// The slots of sessions by what the sessions are and do, so that an event costs what the sessions that it touches cost.
struct SessionLists: Hashable, Sendable {
    // Active sessions, ascending by activation.

    private(set) var active: [Int] = []
    private(set) var activeNonMixable: [Int] = []
    private(set) var duckers: [Int] = []
    /// Sessions whose voice processing turns others down.
    private(set) var voiceDuckers: [Int] = []
    private(set) var recorders: [Int] = []
    private(set) var spoken: [Int] = []

    // Active sessions by what they run.

    private(set) var playing: [Int] = []
    private(set) var playingWithoutMixing: [Int] = []
    /// Sessions that run input and so keep system sounds silent (§6.5).
    private(set) var silencers: [Int] = []
    /// Sessions that run input.
    private(set) var listeners: [Int] = []

    // Sessions in the order in which they entered.

    var interrupted: [Int] = []
    /// Sessions that want their sound in the calls of others (own 24).
    var injectors: [Int] = []
    /// Sessions that use taps (own 35), and those that watch which programs there are.
    var tappers: [Int] = []
    var programWatchers: [Int] = []
    /// Programs with a call of their own (§4.9).
    var callers: [Int] = []
    /// Programs that have system sounds.
    var localUsers: [Int] = []
    /// Spoken sessions that fade before a prompt interrupts them.
    var fading: [Int] = []
    /// Programs that are suspended because of the lock.
    var suspendedByLock: [Int] = []
    /// Programs in the background whose session is active without sound.
    var inGrace: [Int] = []

    /// Enters a session that has become active.
    ///
    /// - Returns: Whether it changes how others sound.
    mutating func enter(_ slot: Int, _ sessions: [SessionRecord]) -> Bool {
        let session = sessions[slot]
        Self.insert(slot, into: &active, sessions)
        if !session.configuration.isMixable { Self.insert(slot, into: &activeNonMixable, sessions) }
        if session.configuration.isSpoken { Self.insert(slot, into: &spoken, sessions) }
        if session.ducksOthers { Self.insert(slot, into: &duckers, sessions) }
        if session.voiceDucking != nil { Self.insert(slot, into: &voiceDuckers, sessions) }
        let records = session.configuration.category == .record
        if records { Self.insert(slot, into: &recorders, sessions) }
        return session.ducksOthers || session.voiceDucking != nil || records
    }

    /// Removes a session from the lists of active ones.
    ///
    /// - Returns: Whether it changes how others sound.
    mutating func leave(_ slot: Int) -> Bool {
        active.drop(slot)
        activeNonMixable.drop(slot)
        spoken.drop(slot)
        playing.drop(slot)
        playingWithoutMixing.drop(slot)
        listeners.drop(slot)
        let ducked = duckers.drop(slot)
        let duckedByVoice = voiceDuckers.drop(slot)
        let recorded = recorders.drop(slot)
        let silenced = silencers.drop(slot)
        return ducked || duckedByVoice || recorded || silenced
    }

    /// Removes a session whose program has ended from the lists that are not of active ones.
    mutating func forget(_ slot: Int) {
        interrupted.drop(slot)
        injectors.drop(slot)
        tappers.drop(slot)
        programWatchers.drop(slot)
        callers.drop(slot)
        localUsers.drop(slot)
        suspendedByLock.drop(slot)
        inGrace.drop(slot)
    }

    /// Enters or removes a session in the lists by what it runs.
    ///
    /// - Returns: Whether it changes how others sound.
    mutating func refreshRunning(_ slot: Int, _ session: SessionRecord) -> Bool {
        playing.keep(slot, session.isPlaying)
        playingWithoutMixing.keep(slot, session.isPlaying && !session.isMixable)
        let listens = session.state == .active && session.runningInputs > 0
        listeners.keep(slot, listens)
        return silencers.keep(slot, listens && !session.view.allowsHapticsAndSystemSoundsDuringRecording)
    }

    /// Enters or removes a session in the list of those whose voice turns others down.
    ///
    /// - Returns: Whether it changes how others sound.
    mutating func refreshVoiceDucking(_ slot: Int, _ sessions: [SessionRecord]) -> Bool {
        let wasListed = voiceDuckers.drop(slot)
        let ducks = sessions[slot].voiceDucking != nil
        if ducks, sessions[slot].state == .active { Self.insert(slot, into: &voiceDuckers, sessions) }
        return wasListed || ducks
    }

    /// Inserts a slot into a list that ascends by activation: almost always at the end.
    private static func insert(_ slot: Int, into list: inout [Int], _ sessions: [SessionRecord]) {
        var index = list.count
        while index > 0, sessions[list[index - 1]].activationSeq > sessions[slot].activationSeq { index -= 1 }
        list.insert(slot, at: index)
    }
}

/// The programs by number, and the slots that are free.
struct ProgramSlots: Hashable, Sendable {
    var ofApp: [AppID: Int] = [:]
    var vacant: [Int] = []
    /// In the order of their apps' numbers.
    var byApp: [Int] = []
}
