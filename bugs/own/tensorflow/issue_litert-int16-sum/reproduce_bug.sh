conda create -y -n issue_litert-int16-sum python=3.11
conda activate issue_litert-int16-sum
pip install -r requirements.txt pytest
pytest -sx test_issue_litert-int16-sum.py
