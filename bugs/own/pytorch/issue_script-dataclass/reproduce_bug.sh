conda create -y -n issue_script-dataclass python=3.11
conda activate issue_script-dataclass
pip install -r requirements.txt pytest
pytest -sx test_issue_script-dataclass.py
