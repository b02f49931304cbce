import SordinoALSA
import Testing

@Suite struct ALSANamesTests {
    @Test(arguments: [
        ("hw:0", "hw:0", "hw:0"), ("hw:0,1", "hw:0,1", "hw:0,1"), ("default,hw:1", "default", "hw:1"),
        ("hw:0,0,hw:1,0", "hw:0,0", "hw:1,0"),
        ("plughw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=0"),
        ("plughw:CARD=PCH,DEV=0,pulse", "plughw:CARD=PCH,DEV=0", "pulse"),
        ("plug:SLAVE='hw:0,a'", "plug:SLAVE='hw:0,a'", "plug:SLAVE='hw:0,a'"), (",", ",", ","), ("a,", "a,", "a,"),
    ])
    func oneNameIsForBothDirectionsAndTwoArePartedByAComma(value: String, output: String, input: String) {
        let names = ALSANames(value)
        #expect(names.outputs == [output])
        #expect(names.inputs == [input])
    }

    @Test(arguments: [nil, ""]) func withoutANameTheUsualDevicesAreTried(value: String?) {
        #expect(ALSANames(value).outputs == ["default", "sysdefault"])
    }
}
