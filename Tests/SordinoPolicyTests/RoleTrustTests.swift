import Testing

@testable import SordinoPolicy

/// The roles of streams and the programs of which they are believed.
struct RoleTrustTests {
    private static func line(_ value: String) -> ConfigurationLine {
        ConfigurationLine(number: 7, section: "streams", key: "believe alarm", value: value)
    }

    @Test(arguments: ["Alarm", "Accessibility", "a11y", "DSP", "Screen"])
    func aRoleWithAPrivilegeIsNotBelievedOfEveryProgram(role: String) {
        let trust = RoleTrust()
        for executable in ["", "/usr/bin/pw-cat", "/usr/bin/python3.11", "/opt/elsewhere/gnome-clocks/run"] {
            #expect(!trust.believes(role, of: executable), "\(role) of \(executable)")
        }
    }

    @Test func theDevicesOwnProgramsAreBelievedEachInItsRole() {
        let trust = RoleTrust()
        #expect(trust.believes("Alarm", of: "/usr/bin/gnome-clocks"))
        #expect(!trust.believes("DSP", of: "/usr/bin/gnome-clocks"))
        #expect(trust.believes("dsp", of: "/usr/bin/easyeffects"))
        #expect(trust.believes("a11y", of: "/usr/lib/speech-dispatcher-modules/sd_espeak-ng"))
    }

    @Test(arguments: ["", "Music", "Notification", "Game"])
    func otherRolesAreEveryPrograms(role: String) { #expect(RoleTrust().believes(role, of: "")) }

    @Test func aLineReplacesTheProgramsOfItsRole() throws {
        var trust = RoleTrust()
        try trust.set("alarm", Self.line("/opt/clock/bin/clock program:bell"))
        #expect(trust.believes("alarm", of: "/opt/clock/bin/clock"))
        #expect(trust.believes("alarm", of: "/usr/bin/bell"))
        #expect(!trust.believes("alarm", of: "/usr/bin/gnome-clocks"))
        #expect(trust.paths == ["/opt/clock/bin/clock"])
        try trust.set("alarm", Self.line("*"))
        #expect(trust.believes("alarm", of: ""))
        try trust.set("alarm", Self.line(""))
        #expect(!trust.believes("alarm", of: "/usr/bin/bell"))
    }

    @Test(arguments: [("alarms", "*"), ("alarm", "clock"), ("alarm", "app:org.gnome.clocks")])
    func aLineThatIsNotUnderstoodIsRefused(role: String, value: String) {
        var trust = RoleTrust()
        #expect {
            try trust.set(role, Self.line(value))
        } throws: { error in
            (error as? ConfigurationFault)?.line == 7
        }
    }
}
