conda create -y -n issue_erf-float16 python=3.11
conda activate issue_erf-float16
pip install -r requirements.txt pytest
pytest -sx test_issue_erf-float16.py
