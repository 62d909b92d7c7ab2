conda create -y -n issue_bfloat16-int32-data python=3.11
conda activate issue_bfloat16-int32-data
pip install -r requirements.txt pytest
pytest -sx test_issue_bfloat16-int32-data.py
