// Written by compile.ts from the catalogues of the app’s forms (npm run texts): what each field and each option is called.
import type { Locale } from '@sandali/contract/locale.ts';

/** By language and field. */
export const fieldWords: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: {"lastName":"Last name","firstName":"First name","middleName":"Middle name (optional)","bornOn":"Date of birth","birthPlace":"Place of birth","nationality":"Nationality","gender":"Gender","address":"AppContext number and street","education":"Highest education","employer":"Employer or business","position":"What is your job?","workPhone":"Work phone (optional)","payday":"When are you paid?"},
  fil: {"lastName":"Apelyido","firstName":"First name","middleName":"Middle name (hindi kailangan)","bornOn":"Petsa ng kapanganakan","birthPlace":"Lugar ng kapanganakan","nationality":"Nationality","gender":"Kasarian","address":"Numero ng bahay at kalye","education":"Pinakamataas na natapos","employer":"Kumpanya o negosyo","position":"Ano ang posisyon mo?","workPhone":"Phone sa trabaho (hindi kailangan)","payday":"Kailan ang sahod mo?"},
  vi: {"lastName":"Họ","firstName":"Tên","middleName":"Tên đệm (tùy chọn)","bornOn":"Ngày sinh","birthPlace":"Nơi sinh","nationality":"Quốc tịch","gender":"Giới tính","address":"Số nhà và tên đường","education":"Trình độ học vấn cao nhất","employer":"Nơi làm hoặc cơ sở kinh doanh","position":"Bạn làm nghề gì?","workPhone":"Điện thoại nơi làm việc (tùy chọn)","payday":"Khi nào bạn nhận lương?"},
  zh: {"lastName":"姓（Last name）","firstName":"名（First name）","middleName":"中间名（Middle name，选填）","bornOn":"出生日期","birthPlace":"出生地","nationality":"国籍","gender":"性别","address":"门牌号和街道","education":"最高学历","employer":"雇主或企业名称","position":"您的职业是什么？","workPhone":"工作电话（选填）","payday":"您什么时候领工资？"},
};

/** By language, list and option. */
export const optionWords: Readonly<Record<Locale, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  en: {
    'gender': {"male":"Male","female":"Female"},
    'residence': {"under1":"Less than 1 year","from1to2":"1 to 2 years","from3to5":"3 to 5 years","from6to10":"6 to 10 years","over10":"More than 10 years"},
    'housing': {"owned":"Owned","rented":"Rented","family":"My family's","mortgaged":"Being paid off","company":"From my employer","other":"Something else"},
    'marital': {"single":"Single","married":"Married","separated":"Separated","widowed":"Widowed","liveIn":"Living together"},
    'education': {"elementary":"Elementary","highSchool":"High school","seniorHigh":"Senior high school","vocational":"Vocational","college":"College","postgraduate":"Postgraduate"},
    'relationship': {"parent":"Father or mother","child":"Son or daughter","spouse":"Wife or husband","relative":"Relative","friend":"Friend","colleague":"Colleague","classmate":"Classmate","oneself":"Myself, my second number","brother":"Brother","sister":"Sister","other":"Other"},
    'employment': {"private":"Private company","government":"Government","selfEmployed":"Self-employed","business":"Own business","overseas":"Overseas worker (OFW)","gig":"Rider, driver, online work","pensioner":"Pensioner","student":"Student","none":"No work now"},
    'service': {"under6m":"Less than 6 months","from6to12m":"6 to 12 months","from1to3y":"1 to 3 years","from3to5y":"3 to 5 years","over5y":"More than 5 years"},
    'fund': {"salary":"Salary","business":"Business","remittance":"Remittance from family","pension":"Pension","allowance":"Allowance","other":"Something else"},
    'income': {"under10k":"Less than ₱10,000","from10to20k":"₱10,000 to ₱20,000","from20to40k":"₱20,000 to ₱40,000","from40to100k":"₱40,000 to ₱100,000","from100to250k":"₱100,000 to ₱250,000","from250to400k":"₱250,000 to ₱400,000","from400to500k":"₱400,000 to ₱500,000","from500to1300k":"₱500,000 to ₱1,300,000","over1300k":"More than ₱1,300,000","over40k":"More than ₱40,000"},
    'payday': {"weekly":"Every week","day15and30":"15th and 30th","day10and25":"10th and 25th","monthEnd":"End of the month","daily":"Every day","irregular":"It varies"},
    'id.type': {"philsys":"PhilSys National ID","umid":"UMID","sss":"SSS ID","tin":"TIN ID","driversLicence":"Driver's licence","passport":"Passport","prc":"PRC ID","philhealth":"PhilHealth ID","pagibig":"Pag-IBIG ID","postal":"Postal ID","voters":"Voter's ID","other":"Another ID"},
  },
  fil: {
    'gender': {"male":"Lalaki","female":"Babae"},
    'residence': {"under1":"Wala pang 1 taon","from1to2":"1 hanggang 2 taon","from3to5":"3 hanggang 5 taon","from6to10":"6 hanggang 10 taon","over10":"Higit 10 taon"},
    'housing': {"owned":"Sarili","rented":"Inuupahan","family":"Sa pamilya","mortgaged":"Hinuhulugan","company":"Bigay ng kumpanya","other":"Iba pa"},
    'marital': {"single":"Single","married":"Kasal","separated":"Hiwalay","widowed":"Balo","liveIn":"May kinakasama"},
    'education': {"elementary":"Elementary","highSchool":"High school","seniorHigh":"Senior high school","vocational":"Vocational","college":"Kolehiyo","postgraduate":"Postgraduate"},
    'relationship': {"parent":"Tatay o nanay","child":"Anak","spouse":"Asawa","relative":"Kamag-anak","friend":"Kaibigan","colleague":"Katrabaho","classmate":"Kaklase","oneself":"Ako mismo, pangalawang number ko","brother":"Kapatid na lalaki","sister":"Kapatid na babae","other":"Iba pa"},
    'employment': {"private":"Pribadong kumpanya","government":"Gobyerno","selfEmployed":"Self-employed","business":"Sariling negosyo","overseas":"OFW","gig":"Rider, driver, online na trabaho","pensioner":"Pensioner","student":"Estudyante","none":"Walang trabaho ngayon"},
    'service': {"under6m":"Wala pang 6 na buwan","from6to12m":"6 hanggang 12 buwan","from1to3y":"1 hanggang 3 taon","from3to5y":"3 hanggang 5 taon","over5y":"Higit 5 taon"},
    'fund': {"salary":"Sahod","business":"Negosyo","remittance":"Padala ng pamilya","pension":"Pension","allowance":"Allowance","other":"Iba pa"},
    'income': {"under10k":"Wala pang ₱10,000","from10to20k":"₱10,000 hanggang ₱20,000","from20to40k":"₱20,000 hanggang ₱40,000","from40to100k":"₱40,000 hanggang ₱100,000","from100to250k":"₱100,000 hanggang ₱250,000","from250to400k":"₱250,000 hanggang ₱400,000","from400to500k":"₱400,000 hanggang ₱500,000","from500to1300k":"₱500,000 hanggang ₱1,300,000","over1300k":"Higit ₱1,300,000","over40k":"Higit ₱40,000"},
    'payday': {"weekly":"Linggo-linggo","day15and30":"15 at 30","day10and25":"10 at 25","monthEnd":"Katapusan ng buwan","daily":"Araw-araw","irregular":"Iba-iba"},
    'id.type': {"philsys":"PhilSys National ID","umid":"UMID","sss":"SSS ID","tin":"TIN ID","driversLicence":"Driver's license","passport":"Passport","prc":"PRC ID","philhealth":"PhilHealth ID","pagibig":"Pag-IBIG ID","postal":"Postal ID","voters":"Voter's ID","other":"Ibang ID"},
  },
  vi: {
    'gender': {"male":"Nam","female":"Nữ"},
    'residence': {"under1":"Dưới 1 năm","from1to2":"1 đến 2 năm","from3to5":"3 đến 5 năm","from6to10":"6 đến 10 năm","over10":"Trên 10 năm"},
    'housing': {"owned":"Nhà riêng","rented":"Nhà thuê","family":"Nhà của gia đình","mortgaged":"Nhà đang trả góp","company":"Nhà nơi làm việc cấp","other":"Khác"},
    'marital': {"single":"Độc thân","married":"Đã kết hôn","separated":"Ly thân","widowed":"Góa","liveIn":"Sống chung"},
    'education': {"elementary":"Tiểu học","highSchool":"Trung học","seniorHigh":"Trung học phổ thông","vocational":"Học nghề","college":"Đại học, cao đẳng","postgraduate":"Sau đại học"},
    'relationship': {"parent":"Cha hoặc mẹ","child":"Con trai hoặc con gái","spouse":"Vợ hoặc chồng","relative":"Họ hàng","friend":"Bạn bè","colleague":"Đồng nghiệp","classmate":"Bạn học","oneself":"Chính tôi, số thứ hai","brother":"Anh em trai","sister":"Chị em gái","other":"Khác"},
    'employment': {"private":"Công ty tư nhân","government":"Cơ quan nhà nước","selfEmployed":"Lao động tự do","business":"Tự kinh doanh","overseas":"Lao động ở nước ngoài (OFW)","gig":"Giao hàng, lái xe, làm online","pensioner":"Nghỉ hưu","student":"Học sinh, sinh viên","none":"Hiện không đi làm"},
    'service': {"under6m":"Dưới 6 tháng","from6to12m":"6 đến 12 tháng","from1to3y":"1 đến 3 năm","from3to5y":"3 đến 5 năm","over5y":"Trên 5 năm"},
    'fund': {"salary":"Lương","business":"Kinh doanh","remittance":"Tiền gia đình gửi về","pension":"Lương hưu","allowance":"Tiền trợ cấp","other":"Khác"},
    'income': {"under10k":"Dưới ₱10,000","from10to20k":"₱10,000 đến ₱20,000","from20to40k":"₱20,000 đến ₱40,000","from40to100k":"₱40,000 đến ₱100,000","from100to250k":"₱100,000 đến ₱250,000","from250to400k":"₱250,000 đến ₱400,000","from400to500k":"₱400,000 đến ₱500,000","from500to1300k":"₱500,000 đến ₱1,300,000","over1300k":"Trên ₱1,300,000","over40k":"Trên ₱40,000"},
    'payday': {"weekly":"Mỗi tuần","day15and30":"Ngày 15 và 30","day10and25":"Ngày 10 và 25","monthEnd":"Cuối tháng","daily":"Mỗi ngày","irregular":"Không cố định"},
    'id.type': {"philsys":"PhilSys National ID","umid":"UMID","sss":"SSS ID","tin":"TIN ID","driversLicence":"Bằng lái xe","passport":"Hộ chiếu","prc":"PRC ID","philhealth":"PhilHealth ID","pagibig":"Pag-IBIG ID","postal":"Postal ID","voters":"Voter's ID","other":"Giấy tờ khác"},
  },
  zh: {
    'gender': {"male":"男","female":"女"},
    'residence': {"under1":"不到1年","from1to2":"1至2年","from3to5":"3至5年","from6to10":"6至10年","over10":"10年以上"},
    'housing': {"owned":"自有","rented":"租住","family":"家人所有","mortgaged":"分期付款中","company":"单位提供","other":"其他"},
    'marital': {"single":"未婚","married":"已婚","separated":"分居","widowed":"丧偶","liveIn":"同居"},
    'education': {"elementary":"小学","highSchool":"中学（High school）","seniorHigh":"高中（Senior high school）","vocational":"职业教育","college":"大学","postgraduate":"研究生"},
    'relationship': {"parent":"父亲或母亲","child":"儿子或女儿","spouse":"妻子或丈夫","relative":"亲戚","friend":"朋友","colleague":"同事","classmate":"同学","oneself":"本人，我的第二个号码","brother":"兄弟","sister":"姐妹","other":"其他"},
    'employment': {"private":"私营企业员工","government":"政府部门","selfEmployed":"自雇人士","business":"自己经营企业","overseas":"海外劳工（OFW）","gig":"骑手、司机、网络接单","pensioner":"领取养老金","student":"学生","none":"目前没有工作"},
    'service': {"under6m":"不到6个月","from6to12m":"6至12个月","from1to3y":"1至3年","from3to5y":"3至5年","over5y":"5年以上"},
    'fund': {"salary":"工资","business":"经营收入","remittance":"家人汇款","pension":"养老金","allowance":"生活费或津贴","other":"其他"},
    'income': {"under10k":"低于 ₱10,000","from10to20k":"₱10,000 至 ₱20,000","from20to40k":"₱20,000 至 ₱40,000","from40to100k":"₱40,000 至 ₱100,000","from100to250k":"₱100,000 至 ₱250,000","from250to400k":"₱250,000 至 ₱400,000","from400to500k":"₱400,000 至 ₱500,000","from500to1300k":"₱500,000 至 ₱1,300,000","over1300k":"高于 ₱1,300,000","over40k":"高于 ₱40,000"},
    'payday': {"weekly":"每周","day15and30":"每月15日和30日","day10and25":"每月10日和25日","monthEnd":"月底","daily":"每天","irregular":"不固定"},
    'id.type': {"philsys":"PhilSys National ID","umid":"UMID","sss":"SSS ID","tin":"TIN ID","driversLicence":"驾驶证（Driver's license）","passport":"护照（Passport）","prc":"PRC ID","philhealth":"PhilHealth ID","pagibig":"Pag-IBIG ID","postal":"Postal ID","voters":"Voter's ID","other":"其他证件"},
  },
};
