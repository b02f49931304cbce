import SordinoPolicy
import Testing

/// Own rule 24: a program's speech in the microphone of others that record for a call.
@Suite struct InjectionStories {
    private struct Call {
        var world = World()
        let voip: AppID
        let speech: AppID

        /// A program in a call, and one that speaks for a user who cannot.
        init(isOn: Bool = true, isAllowed: Bool = true) {
            voip = world.launch("VoIP", category: .playAndRecord, mode: .voiceChat, background: [.audio, .voip])
            speech = world.launch("Speech", category: .playback, options: .mixWithOthers)
            if isOn { world.send(.microphoneInjection(enabled: true)) }
            if isAllowed { world.send(.microphoneInjectionPermissionAnswered(speech, .granted)) }
            world.clear()
        }

        mutating func record() { world.play(voip, 1, IOKind(.ioUnit, hasInput: true)) }

        mutating func speak() {
            world.request(speech, .prefer(.microphoneInjection(.spokenAudio)))
            world.play(speech)
        }

        /// Into whose microphones, and why or why not, as it was said last.
        var injection: (targets: [AppID], sentence: String)? {
            for case .inject(speech, let targets, let cause) in world.effects.reversed() {
                return (targets, "\(cause.rule): \(cause.sentence)")
            }
            return nil
        }
    }

    @Test func speechIsAddedToTheMicrophoneOfACall() {
        var call = Call()
        call.record()
        #expect(call.world.notified.contains("injection(Speech,1)"))
        #expect(!call.world.notified.contains("injection(VoIP,1)"), "its own call is nobody else's")
        #expect(call.world.device.isMicrophoneInjectionAvailable(to: call.speech))
        #expect(!call.world.device.isMicrophoneInjectionAvailable(to: call.voip))
        call.speak()
        #expect(call.injection?.targets == [call.voip])
        #expect(call.injection?.sentence == "own 24: its sound is added to the microphone of calls")
        #expect(call.world.gain(call.speech) == 1, "and heard here as always")
        call.world.clear()
        call.world.stop(call.voip)
        #expect(call.world.notified == ["injection(Speech,0)", "H(Speech,end)"])
        #expect(call.injection?.targets == [])
        #expect(call.injection?.sentence == "own 24: no other program records for a call")
    }

    @Test func thePersonHasToWantItTwice() {
        var call = Call(isOn: false, isAllowed: false)
        call.record()
        call.speak()
        #expect(call.injection?.sentence == "own 24: adding sound to calls is switched off")
        #expect(!call.world.device.isMicrophoneInjectionAvailable(to: call.speech))
        call.world.clear()
        call.world.request(call.speech, .requestMicrophoneInjectionPermission)
        #expect(
            call.world.heard == ["injectionPermission(Speech,undetermined)", "ok"], "nobody is asked while it is off")
        call.world.clear()
        call.world.send(.microphoneInjection(enabled: true))
        #expect(call.world.notified == ["injection(Speech,1)"])
        #expect(call.injection?.sentence == "own 24: the program has no permission to add its sound to calls")
        call.world.clear()
        call.world.request(call.speech, .requestMicrophoneInjectionPermission)
        #expect(call.world.effects.contains(.askMicrophoneInjectionPermission(call.speech)))
        call.world.send(.microphoneInjectionPermissionAnswered(call.speech, .granted))
        #expect(call.injection?.targets == [call.voip])
        call.world.clear()
        call.world.request(call.speech, .requestMicrophoneInjectionPermission)
        #expect(call.world.heard == ["injectionPermission(Speech,granted)", "ok"])
        call.world.send(.microphoneInjectionPermissionAnswered(call.speech, .denied))
        #expect(call.injection?.targets == [])
        call.world.send(.microphoneInjectionPermissionAnswered(call.speech, .granted))
        call.world.send(.microphoneInjection(enabled: false))
        #expect(call.injection?.targets == [])
    }

    @Test func onlyRecordingForACallCounts() {
        var call = Call()
        let memo = call.world.launch("Memo", category: .playAndRecord, options: .mixWithOthers)
        call.world.play(memo, 1, IOKind(.recorder, hasInput: true, hasOutput: false))
        call.speak()
        #expect(call.injection?.targets == [], "a memo is no call")
        // A call that the program announced counts in any mode.
        call.world.send(.appCall(memo, begins: true))
        #expect(call.injection?.targets == [memo])
        call.world.send(.appCall(memo, begins: false))
        #expect(call.injection?.targets == [])
        call.world.set(memo, .playAndRecord, .videoChat, .mixWithOthers)
        #expect(call.injection?.targets == [memo])
    }

    @Test func whoIsInACallItselfIsNotAddedToOthers() {
        var call = Call()
        call.world.set(call.speech, .playAndRecord, .voiceChat, .mixWithOthers)
        call.record()
        call.world.request(call.speech, .prefer(.microphoneInjection(.spokenAudio)))
        call.world.play(call.speech, 1, IOKind(.ioUnit, hasInput: true))
        #expect(call.injection?.targets == [])
        #expect(call.injection?.sentence == "own 24: the program records for a call itself")
    }

    @Test func aDuckStaysHereAndSilenceGoesAlong() {
        var call = Call()
        call.world.set(call.voip, .playAndRecord, .voiceChat, .duckOthers)
        call.record()
        call.speak()
        #expect(call.world.decibels(call.speech) == -14)
        #expect(call.injection?.targets == [call.voip])
        call.world.request(call.speech, .prefer(.outputMuted(true)))
        #expect(call.injection?.targets == [])
        #expect(call.injection?.sentence == "own 24: the program is silent itself")
        call.world.request(call.speech, .prefer(.outputMuted(false)))
        #expect(call.injection?.targets == [call.voip])
        call.world.request(call.speech, .prefer(.microphoneInjection(.none)))
        #expect(call.injection?.targets == [])
    }

    @Test func whoeverEndsOrLosesTheServicesIsForgotten() {
        var call = Call()
        call.record()
        call.speak()
        call.world.clear()
        call.world.send(.appEnded(call.voip))
        #expect(call.injection?.targets == [])
        call.world.send(.servicesLost)
        call.world.send(.servicesRestarted)
        #expect(call.world.view(call.speech).preferredMicrophoneInjection == .none)
        #expect(call.world.view(call.speech).microphoneInjectionPermission == .granted, "the person's word stays")
    }
}
