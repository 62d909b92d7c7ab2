conda create -y -n issue_elu-float16 python=3.11
conda activate issue_elu-float16
pip install -r requirements.txt pytest
pytest -sx test_issue_elu-float16.py
